// A role does nothing to another stack, another project, or what has no tags, but for what IAM cannot tell apart within one account:
// README.md of examples/bootstrap names each of these.
import { describe, expect, test } from 'vitest';
import { bootstrap, PREVIEW } from './bootstrap-program.ts';
import {
  type Call,
  type Circumstances,
  OTHER_PROJECT,
  type Owner,
  PRODUCTION,
  permitted,
  STAGING,
} from './iam.ts';
import { callsOf, changes, creations, lookups, reads } from './provider-calls.ts';

const textsOf = (text: string, owner = STAGING): string[] =>
  callsOf(text, owner).map(({ action, on }) => `${action} on ${on}`);

/** Lists, what the program looks up, and what has neither tags nor a name. Both environments of the tests have records in one zone. */
const readable = (theirs: Owner): string[] =>
  [
    ...Object.values(lookups(theirs)).flatMap(({ present }) =>
      present.map(({ action, on }) => `${action} on ${on}`),
    ),
    ...textsOf('mapping GET; cloudfront-keyvaluestore GetKey; access-control GetOriginAccessControl', theirs),
    ...textsOf('headers-policy GetResponseHeadersPolicy; any-alarm DescribeAlarms'),
    ...textsOf('logs DescribeLogGroups DescribeQueryDefinitions; sns GetSubscriptionAttributes'),
  ].sort();

/** CloudFront refuses to delete the first two while a distribution uses them, and no role may update them. */
const CHANGEABLE: readonly string[] = [
  ...textsOf('access-control DeleteOriginAccessControl; headers-policy DeleteResponseHeadersPolicy'),
  ...textsOf('cloudfront-keyvaluestore DeleteKey DescribeKeyValueStore PutKey; change GetChange'),
  ...textsOf('logs DeleteLogDelivery GetLogDelivery ListLogDeliveries UpdateLogDelivery'),
  ...textsOf('logs DeleteQueryDefinition PutQueryDefinition; sns SetSubscriptionAttributes Unsubscribe'),
].sort();

/** What has neither tags nor an owner when it is created. */
const CREATABLE: readonly string[] = [
  ...textsOf('backup-storage MountCapsule; cloudfront CreateOriginAccessControl CreateResponseHeadersPolicy'),
  ...textsOf('gateway-linked-role CreateServiceLinkedRole; backup-linked-role CreateServiceLinkedRole'),
  ...textsOf('keys CreateGrant Decrypt DescribeKey GenerateDataKey RetireGrant'),
  ...textsOf('logs CreateLogDelivery DescribeResourcePolicies PutResourcePolicy'),
].sort();

/** Creates something new in an account or in an API Gateway of its own: not a call on anything that exists. */
const OF_NOTHING = / on (\*|\S+::\/(apis|domainnames))$/;
/** API Gateway sets tags by a path that has no tags for IAM. */
const TAGGING_IN_GATEWAY = /^apigateway:(POST|PUT) on \S+::\/tags\//;
/** What has no tags yet is like what is being created: the actions that set tags, on names of the program. */
const ADOPTION =
  /^(acm:AddTagsToCertificate|(backup|cloudfront|cloudwatch|dynamodb|events|lambda|logs|sns):TagResource|cloudwatch:PutMetricAlarm|events:PutRule) on /;

const roles = await bootstrap();
const deploying = async ({ stack }: Owner, calls: readonly Call[], circumstances: Circumstances) =>
  (await permitted(roles.statements(`petstore-deploy-${stack}`), calls, circumstances)).filter(
    (text) => !TAGGING_IN_GATEWAY.test(text),
  );
const without = (texts: readonly string[], ...known: readonly string[]) =>
  texts.filter((text) => !known.includes(text));

describe.each([
  ['staging on production', STAGING, PRODUCTION],
  ['production on staging', PRODUCTION, STAGING],
  ['staging on another project', STAGING, OTHER_PROJECT],
  ['production on another project', PRODUCTION, OTHER_PROJECT],
])('%s', (_, mine, theirs) => {
  // The tags that a request sets are those of the caller, whosever resource it is for.
  const circumstances = { owner: theirs, request: mine };

  test('reads, changes and deletes nothing', async () => {
    expect((await deploying(mine, reads(theirs), circumstances)).sort()).toEqual(readable(theirs));
    expect((await deploying(mine, changes(theirs), circumstances)).sort()).toEqual(CHANGEABLE);
  });

  test('creates nothing over what exists, nor with the tags or the names of the other', async () => {
    const over = await deploying(mine, creations(theirs), circumstances);
    const existing = over.filter((text) => !OF_NOTHING.test(text));
    expect(without(existing, ...readable(theirs), ...CHANGEABLE, ...CREATABLE)).toEqual([]);
    const named = await deploying(mine, creations(theirs), { owner: theirs, creates: true });
    expect(without(named, ...readable(theirs), ...CHANGEABLE).sort()).toEqual(CREATABLE);
  });
});

test.each([STAGING, PRODUCTION])('$stack can only tag what has no tags, not read it', async (mine) => {
  /** Recognised by tags, not by names. */
  const isTagged = ({ action }: Call) => !/^(s3|iam|route53|codedeploy):|Dashboards?$/.test(action);
  const circumstances = { owner: mine, tags: 'none' } as const;
  const read = await deploying(mine, reads(mine).filter(isTagged), circumstances);
  expect(without(read, ...readable(mine))).toEqual([]);
  const changed = await deploying(mine, changes(mine).filter(isTagged), circumstances);
  const tagged = without(changed, ...CHANGEABLE);
  expect(tagged).not.toEqual([]);
  expect(tagged.filter((text) => !ADOPTION.test(text))).toEqual([]);
});

test.each<[string, Circumstances]>([
  ['another project', { owner: OTHER_PROJECT }],
  ['another stack of the project', { owner: { project: 'petstore', stack: 'test' } }],
  ['what has no tags', { owner: OTHER_PROJECT, tags: 'none' }],
])('a preview reads nothing of %s', async (_, circumstances) => {
  const read = await permitted(roles.statements(PREVIEW), reads(circumstances.owner), circumstances);
  expect(without(read, ...readable(circumstances.owner))).toEqual([]);
});
