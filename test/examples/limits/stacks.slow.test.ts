// A deployment does nothing to another stack, another project, or what has no tags, but for what IAM cannot tell apart.
import { beforeAll, describe, expect, test } from 'vitest';
import { type Bootstrap, bootstrap } from '../bootstrap-program.ts';
import { permitted } from '../decisions.ts';
import type { Call, Owner } from '../provider-calls/call.ts';
import type { Circumstances } from '../provider-calls/context.ts';
import { CHANGEABLE, CREATABLE, isAdoption, isTaggingInGateway, READABLE } from './account.ts';
import { changes, creations, OTHER_PROJECT, PRODUCTION, reads, STAGING } from './calls.ts';

let roles: Bootstrap;
beforeAll(async () => {
  roles = await bootstrap();
});
const done = ({ stack }: Owner, calls: readonly Call[], circumstances: Circumstances) =>
  permitted(roles.statements(`petstore-deploy-${stack}`), calls, circumstances);

const without = (texts: readonly string[], known: readonly string[]) =>
  texts.filter((text) => !known.includes(text));
/** Creates something new in an account or in an API Gateway of its own: not a call on anything that exists. */
const isOfNothing = (text: string) => / on (\*|\S+::\/(apis|domainnames))$/.test(text);

describe.each([
  ['staging on production', STAGING, PRODUCTION],
  ['production on staging', PRODUCTION, STAGING],
  ['staging on another project', STAGING, OTHER_PROJECT],
  ['production on another project', PRODUCTION, OTHER_PROJECT],
])('%s', (_, mine, theirs) => {
  // The tags that a request sets are those of the caller, whosever resource it is for.
  const circumstances = { owner: theirs, request: mine };

  test('reads nothing', async () => {
    expect((await done(mine, reads(theirs), circumstances)).sort()).toEqual(READABLE);
  });

  test('changes and deletes nothing', async () => {
    const changed = (await done(mine, changes(theirs), circumstances)).filter(
      (text) => !isTaggingInGateway(text),
    );
    expect(changed.sort()).toEqual(CHANGEABLE);
  });

  test('creates nothing over what exists', async () => {
    const created = (await done(mine, creations(theirs), circumstances)).filter(
      (text) => !isOfNothing(text) && !isTaggingInGateway(text),
    );
    expect(without(created, [...READABLE, ...CHANGEABLE, ...CREATABLE])).toEqual([]);
  });

  test('creates nothing with the tags or the names of the other', async () => {
    const created = await done(mine, creations(theirs), { owner: theirs, creates: true });
    expect(without(created, [...READABLE, ...CHANGEABLE]).sort()).toEqual(CREATABLE);
  });
});

describe.each([STAGING, PRODUCTION])('$stack on what has no tags', (mine) => {
  /** Recognised by tags, not by names. */
  const isTagged = ({ action }: Call) => !/^(s3|iam|route53|codedeploy):|Dashboards?$/.test(action);

  test('reads nothing', async () => {
    const read = await done(mine, reads(mine).filter(isTagged), { owner: mine, tags: 'none' });
    expect(without(read, READABLE)).toEqual([]);
  });

  test('changes and deletes nothing; it can only tag what has a name of the program, or an id', async () => {
    const changed = await done(mine, changes(mine).filter(isTagged), { owner: mine, tags: 'none' });
    const unknown = without(changed, CHANGEABLE).filter((text) => !isTaggingInGateway(text));
    expect(unknown.filter((text) => !isAdoption(text))).toEqual([]);
    expect(unknown.length).toBeGreaterThan(0);
  });
});
