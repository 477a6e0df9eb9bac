// Functions, their versions and their aliases, with the code that runs for them.
// https://docs.aws.amazon.com/lambda/latest/dg/configuration-versions.html
import { isDeepStrictEqual } from 'node:util';
import type { CloudContext } from '../context.ts';
import type { Identity } from '../iam/index.ts';
import type { Collection } from '../store.ts';
import type { PermissionInputs } from './inputs.ts';
import { type AliasRecord, type FunctionRecord, LATEST, versionKey } from './records.ts';
import type { RunningVersions } from './running-versions.ts';

/** What the resource handlers need of Lambda. */
export interface FunctionService {
  readonly records: Collection<FunctionRecord>;
  /** Keyed by `<function ARN>:<version>`. */
  readonly versions: Collection<FunctionRecord>;
  /** The last number of a version that a function had, by its ARN; kept when the function is deleted. */
  readonly lastVersions: Collection<number>;
  /** Keyed by `<function ARN>:<alias>`. */
  readonly aliases: Collection<AliasRecord>;
  /** Keyed by `<function ARN, with its qualifier>/<statement id>`. */
  readonly permissions: Collection<PermissionInputs>;
  readonly identity: Identity;
  /** The folder of the unpacked code. */
  readonly folder: string;
  /** New invocations run the new code; those under way finish on the old one. */
  put(record: FunctionRecord): Promise<void>;
  /** With its versions, aliases and permissions. */
  remove(arn: string): Promise<void>;
  /** The alias's versions are started before it sends invocations to them. */
  putAlias(alias: AliasRecord): Promise<void>;
  removeAlias(key: string): void;
}

interface ServiceDeps extends Pick<FunctionService, 'identity' | 'folder'> {
  readonly running: RunningVersions;
}

export function createFunctionService({ store }: CloudContext, deps: ServiceDeps): FunctionService {
  const { identity, folder, running } = deps;
  const records = store.collection<FunctionRecord>('lambda/functions');
  const versions = store.collection<FunctionRecord>('lambda/versions');
  const lastVersions = store.collection<number>('lambda/last-versions');
  const aliases = store.collection<AliasRecord>('lambda/aliases');
  const permissions = store.collection<PermissionInputs>('lambda/permissions');

  const removeCode = (root: string) => {
    const isUsed = [...records.values(), ...versions.values()].some((one) => one.root === root);
    if (!isUsed) running.removeCode(root);
  };
  const routedKeys = () =>
    new Set(aliases.values().flatMap((alias) => versionsOfAlias(alias).map((one) => keyOf(alias, one))));

  return {
    ...{ records, versions, lastVersions, aliases, permissions, identity, folder },
    async put(record) {
      const old = records.get(record.arn);
      // A function that publishes versions is invoked by them: its own code starts only where somebody invokes it.
      await running.put(versionKey(record.arn, LATEST), record, !record.inputs.publish);
      records.set(record.arn, record);
      if (old !== undefined && old.root !== record.root) removeCode(old.root);
    },
    async remove(arn) {
      const gone = [records.get(arn), ...versionsOf({ versions, lastVersions }, arn)].filter(isDefined);
      running.stop(versionKey(arn, LATEST));
      for (const { computed } of gone) {
        running.stop(versionKey(arn, computed.version));
        versions.delete(versionKey(arn, computed.version));
      }
      records.delete(arn);
      for (const collection of [aliases, permissions])
        for (const [key] of collection.entries())
          if (key === arn || key.startsWith(`${arn}/`) || key.startsWith(`${arn}:`)) collection.delete(key);
      for (const { root } of gone) removeCode(root);
    },
    async putAlias(alias) {
      const { functionArn, name } = alias;
      const routed = versionsOfAlias(alias).filter((version) => version !== LATEST);
      await Promise.all(
        routed.map((version) => {
          const record = versions.get(keyOf(alias, version));
          return record && running.start(keyOf(alias, version), record);
        }),
      );
      const before = aliases.get(`${functionArn}:${name}`);
      aliases.set(`${functionArn}:${name}`, alias);
      for (const version of before === undefined ? [] : versionsOfAlias(before))
        if (version !== LATEST && !routedKeys().has(keyOf(alias, version)))
          running.stop(keyOf(alias, version));
    },
    removeAlias(key) {
      aliases.delete(key);
      for (const [id] of permissions.entries()) if (id.startsWith(`${key}/`)) permissions.delete(id);
    },
  };
}

const versionsOfAlias = ({ functionVersion, weights }: AliasRecord): string[] => [
  functionVersion,
  ...Object.keys(weights),
];

const keyOf = ({ functionArn }: AliasRecord, version: string): string => versionKey(functionArn, version);

const isDefined = <T>(value: T | undefined): value is T => value !== undefined;

type Versions = Pick<FunctionService, 'versions' | 'lastVersions'>;

/** Of a function, the oldest first. */
export function versionsOf({ versions }: Versions, arn: string): FunctionRecord[] {
  return versions
    .values()
    .filter((one) => one.arn === arn)
    .sort((one, other) => Number(one.computed.version) - Number(other.computed.version));
}

/**
 * A number that the function never had before, "even for a function that has been deleted and recreated"; where code and
 * configuration are those of the last version, that one and no new one (API reference, PublishVersion).
 */
export function publish(service: Versions, record: FunctionRecord): FunctionRecord {
  const { versions, lastVersions } = service;
  const { arn } = record;
  const last = versionsOf(service, arn).at(-1);
  if (last !== undefined && isSame(last, record)) return last;
  const number = (lastVersions.get(arn) ?? 0) + 1;
  const version = { ...record, computed: { ...record.computed, version: String(number) } };
  lastVersions.set(arn, number);
  versions.set(versionKey(arn, String(number)), version);
  return version;
}

/** Tags and reserved concurrency belong to the function, not to its versions. */
function isSame(one: FunctionRecord, other: FunctionRecord): boolean {
  return (
    one.computed.codeSha256 === other.computed.codeSha256 &&
    isDeepStrictEqual(configurationOf(one), configurationOf(other))
  );
}

function configurationOf({ inputs }: FunctionRecord): object {
  const { tags, reservedConcurrentExecutions, publish, ...configuration } = inputs;
  return configuration;
}
