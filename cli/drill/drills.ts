// The drills: an accident on a deployed stack, its recovery, and the same answers as before. Each step is printed with its time.
import { isDeepStrictEqual } from 'node:util';
import { json, type Shown, shown, type Terminal } from '@petstore/custom-domains/output';
import { CommandError } from '../command-error.ts';
import { seconds } from '../terminal.ts';
import { copyItems } from './copy-items.ts';
import { openStage, type Stage } from './stage.ts';

/** Runs `work`, and prints `text` with its time. */
export type Step = <Result>(text: Shown, work: () => Promise<Result> | Result) => Promise<Result>;

export function createStep(out: Terminal): Step {
  return async (text, work) => {
    const started = performance.now();
    out.status(shown`  … ${text}`);
    const result = await work();
    const ms = performance.now() - started;
    const elapsed = ms < 1_000 ? `${Math.ceil(ms)} ms` : seconds(ms);
    out.line(shown`  ${out.paint('green', '✓')} ${text} ${out.paint('dim', elapsed)}`);
    return result;
  };
}

/** Throws CommandError with the first member of `what` that differs. */
export function assertSame(what: string, after: object, before: object): void {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [is, was] = [Reflect.get(after, name), Reflect.get(before, name)];
    if (isDeepStrictEqual(is, was)) continue;
    throw new CommandError(`${what}: ${name} is ${brief(is)}, and was ${brief(was)}`);
  }
}

const MAX_CHARACTERS = 120;

function brief(value: unknown): string {
  const text = value === undefined ? 'absent' : String(json(value));
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}

type Drill = (step: Step) => Promise<void>;

/** `compare`: the answers of now with those before the accident. */
type Recover = (stage: Stage, step: Step, compare: () => Promise<void>) => Promise<void>;

/** A drill on a stack that is deployed, with so many animals in it. */
function onStack(animals: number, protect: boolean, recover: Recover): Drill {
  return async (step) => {
    const stage = await step(shown`embedded cloud`, () => openStage({ protect }));
    try {
      await step(shown`stack deployed`, () => stage.up());
      await stage.createAnimals(Array.from({ length: animals }, (_, index) => `Milo ${index}`));
      const before = await stage.answers();
      const compare = () =>
        step(shown`answers compared: the animals, the key and the hosts are the same`, async () =>
          assertSame('after the recovery', await stage.answers(), before),
        );
      await recover(stage, step, compare);
    } finally {
      await stage.close();
    }
  };
}

/** A table is restored to a moment ago, and its items are copied back into the table that is live. */
const table = onStack(5, false, async (stage, step, compare) => {
  const { cloud, dynamo } = stage;
  const { pets: live } = stage.tables();
  const restored = `${live}-restored`;
  // The latest time of a restore is a little behind: once it is behind the creation of the animals, it is theirs.
  cloud.turnClock(3_000);
  const { ContinuousBackupsDescription: described } = await dynamo.call<{
    readonly ContinuousBackupsDescription: {
      readonly PointInTimeRecoveryDescription: { readonly LatestRestorableDateTime: number };
    };
  }>('DescribeContinuousBackups', { TableName: live });
  const { LatestRestorableDateTime: RestoreDateTime } = described.PointInTimeRecoveryDescription;
  await step(shown`accident: three animals are deleted, one is overwritten`, () => damage(stage));
  await step(shown`RestoreTableToPointInTime into ${restored}`, () =>
    dynamo.call('RestoreTableToPointInTime', {
      ...{ SourceTableName: live, TargetTableName: restored, RestoreDateTime },
    }),
  );
  const copied = await step(shown`its items copied into ${live}`, () =>
    copyItems(dynamo, { from: restored, to: live, overwrite: true, write: true }),
  );
  assertSame('what was copied', copied, { missing: 3, different: 1, same: 1, written: 4 });
  await compare();
  await step(shown`restored table deleted`, () => dynamo.call('DeleteTable', { TableName: restored }));
  const changes = await step(shown`pulumi refresh, pulumi up`, () => stage.up({ refresh: true }));
  assertSame('what the engine changed', changes, []);
});

/** As a script with a wrong condition does it, directly in the table. */
async function damage({ dynamo, ids, tables }: Stage): Promise<void> {
  const { pets: TableName } = tables();
  const [overwritten, ...deleted] = ids.slice(0, 4).map((id) => ({ id: { N: id } }));
  for (const Key of deleted) await dynamo.call('DeleteItem', { TableName, Key });
  await dynamo.call('PutItem', { TableName, Item: { ...overwritten, name: { S: 'overwritten' } } });
}

const TABLES = ['api-store-idempotency', 'api-store-keys', 'api-store-orders', 'api-store-pets'];

/** A stack is destroyed; its protected tables remain, and one deployment brings everything back. */
const stack = onStack(2, true, async (stage, step, compare) => {
  const tables = stage.tables();
  const refused = await step(shown`accident: everything that is not protected is destroyed`, () =>
    stage.destroy(),
  );
  assertSame('what was not destroyed', [...refused].sort(), TABLES);
  const changes = await step(shown`pulumi up`, () => stage.up());
  const again = changes.find((change) => !change.startsWith('create '));
  if (again !== undefined) throw new CommandError(`the tables were to stay, and the engine did ${again}`);
  assertSame('the tables', stage.tables(), tables);
  await compare();
});

const TABLE = 'aws:dynamodb/table:Table';
const MAPPING = 'aws:apigatewayv2/apiMapping:ApiMapping';
const DISTRIBUTION = 'aws:cloudfront/distribution:Distribution';
const RECORDS = ['cloudflare:index/dnsRecord:DnsRecord', 'aws:route53/record:Record'];

/** The state of the stack is lost, with every version; a new deployment takes over the hosts that are live, and the items of the tables. */
const state = onStack(1, false, async (stage, step, compare) => {
  const lost = stage.resources();
  await step(shown`accident: the state is lost, with every version`, () => stage.loseState());
  await step(shown`the mappings of the hosts to the earlier API deleted`, () =>
    stage.delete([MAPPING], lost),
  );
  // As `aws cloudfront list-distributions` shows them. An API mapping cannot be changed to another API.
  stage.adopt((host) => {
    const found = lost.find(({ type, name }) => type === DISTRIBUTION && name === `${host}-attachment`);
    return found?.id === undefined ? { mapping: 'none' } : { distribution: found.id };
  });
  const adopted = await step(shown`pulumi up, with the hosts in petstore:adopt`, () => stage.up());
  if (!adopted.some((change) => change.startsWith('import ')))
    throw new CommandError('nothing was taken over');
  await step(shown`items of the earlier tables copied`, async () => {
    for (const { name, id: from = '' } of lost.filter(({ type }) => type === TABLE)) {
      const to = stage.resources().find((one) => one.type === TABLE && one.name === name)?.id ?? '';
      await copyItems(stage.dynamo, { from, to, overwrite: false, write: true });
    }
  });
  await compare();
});

/** The records of the stack are lost at the DNS hosts; `pulumi refresh` and `pulumi up` create them again. */
const zone = onStack(1, false, async (stage, step, compare) => {
  const count = await step(shown`accident: every record of the stack is deleted at its DNS host`, () =>
    stage.delete(RECORDS),
  );
  const changes = await step(shown`pulumi refresh, pulumi up`, () => stage.up({ refresh: true }));
  assertSame('what the engine changed', { count: changes.length }, { count });
  await compare();
});

export const DRILLS = { table, stack, state, zone };
