// Functions, their versions and their aliases, with the code that runs for them.
// https://docs.aws.amazon.com/lambda/latest/dg/configuration-versions.html
import { isDeepStrictEqual } from 'node:util';
import type { CloudContext } from '../context.ts';
import type { Identity } from '../iam/index.ts';
import type { Stored } from '../resources/stored.ts';
import type { PermissionInputs } from './inputs.ts';
import { type AliasRecord, type FunctionRecord, LATEST, versionKey } from './records.ts';
import type { RunningVersions } from './running-versions.ts';

export type FunctionService = ReturnType<typeof createFunctionService>;

export function createFunctionService(
  { store }: CloudContext,
  identity: Identity,
  folder: string,
  running: RunningVersions,
) {
  const records = store.collection<FunctionRecord>('lambda/functions');
  /** Keyed by `<function ARN>:<version>`. */
  const versions = store.collection<FunctionRecord>('lambda/versions');
  /** Keyed by `<function ARN>:<alias>`. */
  const aliases = store.collection<AliasRecord>('lambda/aliases');
  /** Keyed by `<function ARN, with its qualifier>/<statement id>`. */
  const permissions = store.collection<Stored<PermissionInputs>>('lambda/policies');
  /** The last number of a version that a function had, by its ARN; kept when the function is deleted. */
  const lastVersions = store.collection<number>('lambda/last-versions');

  const versionsOf = (arn: string): FunctionRecord[] =>
    versions
      .values()
      .filter((one) => one.arn === arn)
      .sort((one, other) => Number(one.computed.version) - Number(other.computed.version));

  return {
    ...{ records, versions, aliases, permissions, identity, folder, running, versionsOf },
    /** New invocations run the new code; those under way finish on the old one. */
    async put(record: FunctionRecord): Promise<void> {
      // A function that publishes versions is invoked by them: its own code starts only where somebody invokes it.
      await running.put(versionKey(record.arn, LATEST), record, !record.inputs.publish);
      records.set(record.arn, record);
    },
    async remove(arn: string): Promise<void> {
      for (const version of [LATEST, ...versionsOf(arn).map(({ computed }) => computed.version)])
        running.stop(versionKey(arn, version));
      for (const collection of [records, versions, aliases, permissions])
        for (const [key] of collection.entries())
          if (key === arn || key.startsWith(`${arn}/`) || key.startsWith(`${arn}:`)) collection.delete(key);
    },
    /** The alias's versions are started before it sends invocations to them. */
    async putAlias(alias: AliasRecord): Promise<void> {
      const key = `${alias.functionArn}:${alias.name}`;
      await Promise.all(
        routedKeys(alias).map((routed) => {
          const record = versions.get(routed);
          return record && running.start(routed, record);
        }),
      );
      const before = aliases.get(key);
      aliases.set(key, alias);
      const stillRouted = new Set(aliases.values().flatMap(routedKeys));
      for (const routed of before === undefined ? [] : routedKeys(before))
        if (!stillRouted.has(routed)) running.stop(routed);
    },
    removeAlias(key: string): void {
      aliases.delete(key);
      for (const [id] of permissions.entries()) if (id.startsWith(`${key}/`)) permissions.delete(id);
    },
    recordOf: (arn: string, version: string): FunctionRecord | undefined =>
      version === LATEST ? records.get(arn) : versions.get(versionKey(arn, version)),
    /** API reference, PublishVersion: a number that the function never had before, "even for a function that has been deleted". */
    publish(record: FunctionRecord): void {
      const { arn } = record;
      const last = versionsOf(arn).at(-1);
      if (last !== undefined && isDeepStrictEqual(published(last), published(record))) return;
      const number = (lastVersions.get(arn) ?? 0) + 1;
      const version = { ...record, computed: { ...record.computed, version: String(number) } };
      lastVersions.set(arn, number);
      versions.set(versionKey(arn, String(number)), version);
    },
  };
}

/** The keys of the published versions that get its invocations. */
const routedKeys = ({ functionArn, functionVersion, weights }: AliasRecord): string[] =>
  [functionVersion, ...Object.keys(weights)]
    .filter((version) => version !== LATEST)
    .map((version) => versionKey(functionArn, version));

/** Tags and reserved concurrency belong to the function, not to its versions, and `sourceCodeHash` to the provider. */
function published({ inputs, computed: { codeSha256 } }: FunctionRecord): object {
  const { tags, reservedConcurrentExecutions, publish, sourceCodeHash, ...configuration } = inputs;
  return { ...configuration, codeSha256 };
}
