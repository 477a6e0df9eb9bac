// A drill whose recovery does not happen fails, and says what is not as it was.
import { printable } from '@petstore/custom-domains/output';
import { expect, test } from 'vitest';
import { stackDrill } from '../../../cli/drill/stack.ts';
import { Stage } from '../../../cli/drill/stage.ts';
import { stateDrill } from '../../../cli/drill/state.ts';
import type { Steps } from '../../../cli/drill/steps.ts';
import { tableDrill } from '../../../cli/drill/table.ts';
import { zoneDrill } from '../../../cli/drill/zone.ts';

const LIMIT_MS = 120_000;

/** Carries out the steps but those whose text matches: what they would give is `instead`. */
function without(left: RegExp, instead: unknown = undefined): Steps {
  let skipped = 0;
  return {
    async step(text, work) {
      if (!left.test(printable(text))) return work();
      skipped += 1;
      expect(skipped).toBe(1);
      return instead as never;
    },
    skipped: () => undefined,
  };
}

/** Carries out every step, and does something to the stage once that one is done. */
function meddling(after: RegExp, meddle: (stage: Stage) => void): Steps {
  let stage: Stage | undefined;
  return {
    async step(text, work) {
      const result = await work();
      if (result instanceof Stage) stage = result;
      if (stage !== undefined && after.test(printable(text))) meddle(stage);
      return result;
    },
    skipped: () => undefined,
  };
}

function withLostHost(stage: Stage): void {
  const [first] = stage.plan.hosts;
  const lost = { ...first, host: 'lost.petstore.localhost' } as (typeof stage.plan.hosts)[number];
  stage.plan = { ...stage.plan, hosts: [...stage.plan.hosts, lost] };
}

function withOtherTable(stage: Stage): void {
  const { outputs, tables } = stage;
  if (outputs !== undefined) stage.outputs = { ...outputs, tables: { ...tables, pets: 'other' } };
}

const COPIED = { missing: 3, different: 1, same: 1, written: 4 };

test.each<[string, (steps: Steps) => Promise<void>, Steps, RegExp]>([
  [
    'the items are not copied back',
    tableDrill,
    without(/^its items copied/, COPIED),
    /after the restore: \/pets\/\d+ is "404/,
  ],
  [
    'the accident does not happen',
    tableDrill,
    without(/^accident/),
    /what was copied: missing is 0, and was 3/,
  ],
  [
    'what was created meanwhile is lost',
    tableDrill,
    without(/^a client creates another/, ['999999999']),
    /^the animal that was created meanwhile: 404$/,
  ],
  [
    'a table is another one for the engine',
    tableDrill,
    without(/^the stack is the same/, ['update api-store-pets', 'update api']),
    /^the engine would change update api-store-pets, update api$/,
  ],
  [
    'more remains than is protected',
    stackDrill,
    without(/^accident/, [
      ...['api-store-pets', 'api-store-keys', 'api-store-idempotency', 'api-store-orders'],
    ]),
    /^what remains: /,
  ],
  [
    'a table is not as it was',
    stackDrill,
    without(/^pulumi up/, ['create api', 'update api-store-pets']),
    /^the tables were to stay, and the engine did update api-store-pets$/,
  ],
  ['the stack is not deployed again', stackDrill, without(/^pulumi up/, []), /after the deployment: |EPROTO/],
  [
    'the stack has other tables',
    stackDrill,
    meddling(/^pulumi up/, withOtherTable),
    /^the tables: pets is "other", and was "api-store-pets-/,
  ],
  ['nothing is destroyed', stackDrill, without(/^accident/, []), /what was not destroyed: 0 is absent/],
  [
    'the state is not put back',
    stateDrill,
    without(/^the version put back/),
    /was not deployed|the engine changed/,
  ],
  [
    'the stack is another one after the version was put back',
    stateDrill,
    without(/^pulumi refresh, pulumi up/, ['update api', 'create docs']),
    /^the engine changed update api, create docs$/,
  ],
  [
    'no host is taken over',
    stateDrill,
    without(/^pulumi up, with the hosts/, ['create api']),
    /^nothing was taken over$/,
  ],
  [
    'the items of the earlier tables are not copied',
    stateDrill,
    without(/^items of the earlier/),
    /after the deployment: /,
  ],
  [
    'the records are not created again',
    zoneDrill,
    without(/^pulumi refresh/, []),
    /12 records were deleted, and it did: $/,
  ],
  [
    'a host is not served before',
    zoneDrill,
    meddling(/^stack deployed/, withLostHost),
    /^a host does not resolve before the accident$/,
  ],
  ['no record is deleted', zoneDrill, without(/^accident/, 12), /still resolves to 127\.0\.0\.1/],
])('a drill where %s fails', { timeout: LIMIT_MS }, async (_case, drill, steps, message) => {
  await expect(drill(steps)).rejects.toThrow(message);
});
