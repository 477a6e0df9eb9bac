// The drills: an accident on a deployed stack, its recovery, and the same answers as before.
import { Resolver } from 'node:dns/promises';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { shown } from '@petstore/custom-domains/output';
import type { ResourceState } from '@petstore/local-cloud/engine/state';
import { copyItems } from './copy-items.ts';
import { Stage } from './stage.ts';
import { assertSame, DrillError, type Step } from './steps.ts';

export type Drill = (step: Step) => Promise<void>;

interface Scene {
  readonly stage: Stage;
  /** Of the animals. */
  readonly ids: readonly string[];
  /** Compares the answers of now with those before the accident. */
  compare(): Promise<void>;
}

interface Scenery {
  readonly animals: readonly string[];
  readonly protect?: boolean;
  readonly recover: (scene: Scene, step: Step) => Promise<void>;
}

/** A drill on a stack that is deployed, with animals in it. */
function onStack({ animals, protect = false, recover }: Scenery): Drill {
  return async (step) => {
    const stage = await step(shown`embedded cloud`, () => Stage.open({ protect }));
    try {
      await step(shown`stack deployed`, () => stage.up());
      const ids = await stage.createAnimals(animals);
      const before = await stage.answers(ids);
      const compare = () =>
        step(shown`answers compared: the animals, the key and the hosts are the same`, async () =>
          assertSame('after the recovery', await stage.answers(ids), before),
        );
      await recover({ stage, ids, compare }, step);
    } finally {
      await stage.close();
    }
  };
}

/** A table is restored to a moment ago, and its items are copied back into the table that is live. */
const table = onStack({
  animals: ['Milo', 'Rex', 'Tom', 'Ida', 'Bo'],
  async recover({ stage, ids, compare }, step) {
    const { cloud, dynamo } = stage;
    const { pets: live } = stage.tables;
    const restored = `${live}-restored`;
    // The latest time of a restore is a little behind: once it is behind the creation of the animals, it is theirs.
    cloud.turnClock(3_000);
    const { ContinuousBackupsDescription: described } = await dynamo.call<Recoverable>(
      'DescribeContinuousBackups',
      { TableName: live },
    );
    const { LatestRestorableDateTime: RestoreDateTime } = described.PointInTimeRecoveryDescription;
    await step(shown`accident: three animals are deleted, one is overwritten`, () => damage(stage, ids));
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
  },
});

interface Recoverable {
  readonly ContinuousBackupsDescription: {
    readonly PointInTimeRecoveryDescription: { readonly LatestRestorableDateTime: number };
  };
}

/** As a script with a wrong condition does it, directly in the table. */
async function damage({ dynamo, tables }: Stage, ids: readonly string[]): Promise<void> {
  const [overwritten, ...deleted] = ids
    .slice(0, 4)
    .map((id) => ({ TableName: tables.pets, Key: { id: { N: id } } }));
  for (const one of deleted) await dynamo.call('DeleteItem', one);
  await dynamo.call('UpdateItem', {
    ...overwritten,
    UpdateExpression: 'SET #name = :wrong',
    ExpressionAttributeNames: { '#name': 'name' },
    ExpressionAttributeValues: { ':wrong': { S: 'overwritten' } },
  });
}

const TABLES = ['api-store-idempotency', 'api-store-keys', 'api-store-orders', 'api-store-pets'];

/** A stack is destroyed; its protected tables remain, and one deployment brings everything back. */
const stack = onStack({
  animals: ['Milo', 'Rex'],
  protect: true,
  async recover({ stage, compare }, step) {
    const { tables } = stage;
    const refused = await step(shown`accident: everything that is not protected is destroyed`, () =>
      stage.destroy(),
    );
    assertSame('what was not destroyed', [...refused].sort(), TABLES);
    const left = stage.resources.filter(({ id }) => id !== undefined).map(({ name }) => name);
    assertSame('what remains', left.sort(), TABLES);
    const changes = await step(shown`pulumi up`, () => stage.up());
    const again = changes.find((change) => !change.startsWith('create '));
    if (again !== undefined) throw new DrillError(`the tables were to stay, and the engine did ${again}`);
    assertSame('the tables', stage.tables, tables);
    await compare();
  },
});

const TABLE = 'aws:dynamodb/table:Table';
const MAPPING = 'aws:apigatewayv2/apiMapping:ApiMapping';
const DISTRIBUTION = 'aws:cloudfront/distribution:Distribution';
const RECORDS = ['cloudflare:index/dnsRecord:DnsRecord', 'aws:route53/record:Record'];

/**
 * The state of the stack is lost. An earlier version of it is put back; then there is none, and a new deployment takes over
 * the hosts that are live, and the items of the tables.
 */
const state = onStack({
  animals: ['Milo'],
  async recover({ stage, compare }, step) {
    const version = join(stage.folder, 'earlier-version.json');
    stage.saveState();
    copyFileSync(stage.stateFile, version);
    await step(shown`accident: the state is lost; a version of it is put back`, () => {
      rmSync(stage.stateFile);
      copyFileSync(version, stage.stateFile);
      stage.reloadState();
    });
    const changes = await step(shown`pulumi refresh, pulumi up`, () => stage.up({ refresh: true }));
    assertSame('what the engine changed', changes, []);
    await compare();
    const lost = stage.resources;
    await step(shown`accident: the state is lost, with every version`, () => {
      rmSync(stage.stateFile);
      stage.reloadState();
    });
    await step(shown`the mappings of the hosts to the earlier API deleted`, () =>
      stage.delete(({ type }) => type === MAPPING, lost),
    );
    const hosts = stage.plan.hosts.map((one) => ({ ...one, adopt: idsOf(one.host, lost) }));
    stage.plan = { ...stage.plan, hosts };
    const adopted = await step(shown`pulumi up, with the hosts in petstore:adopt`, () => stage.up());
    if (!adopted.some((change) => change.startsWith('import ')))
      throw new DrillError('nothing was taken over');
    await step(shown`items of the earlier tables copied`, async () => {
      for (const { name, id: from = '' } of lost.filter(({ type }) => type === TABLE)) {
        const to = stage.resources.find((one) => one.type === TABLE && one.name === name)?.id ?? '';
        await copyItems(stage.dynamo, { from, to, overwrite: false, write: true });
      }
    });
    await compare();
  },
});

/** As `aws cloudfront list-distributions` shows them. An API mapping cannot be changed to another API. */
function idsOf(host: string, lost: readonly ResourceState[]): { mapping?: string; distribution?: string } {
  const found = lost.find(({ type, name }) => type === DISTRIBUTION && name === `${host}-attachment`);
  return found?.id === undefined ? { mapping: 'none' } : { distribution: found.id };
}

/** The records of the stack are lost at the DNS hosts; `pulumi refresh` and `pulumi up` create them again. */
const zone = onStack({
  animals: ['Milo'],
  async recover({ stage, compare }, step) {
    const addresses = await resolved(stage);
    if (Object.values(addresses).includes('none'))
      throw new DrillError('a host does not resolve before the accident');
    const count = await step(shown`accident: every record of the stack is deleted at its DNS host`, () =>
      stage.delete(({ type }) => RECORDS.includes(type)),
    );
    const found = Object.entries(await resolved(stage)).find(([, address]) => address !== 'none');
    if (found !== undefined) throw new DrillError(`${found.join(' still resolves to ')}`);
    const changes = await step(shown`pulumi refresh, pulumi up`, () => stage.up({ refresh: true }));
    assertSame('what the engine changed', { count: changes.length }, { count });
    assertSame('the names', await resolved(stage), addresses);
    await compare();
  },
});

/** The addresses of each host of the stack, or `none`. */
async function resolved({ cloud, plan }: Stage): Promise<Record<string, string>> {
  const resolver = new Resolver({ timeout: 2_000, tries: 1 });
  resolver.setServers([cloud.dnsServer]);
  const entries = plan.hosts.map(async ({ host }) => {
    const addresses = await resolver.resolve4(host).catch(() => ['none']);
    return [host, addresses.join(' ')] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

export const DRILLS = { table, stack, state, zone };
