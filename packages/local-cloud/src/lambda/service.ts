// Functions, their versions and their aliases, with the code that runs for them.
// https://docs.aws.amazon.com/lambda/latest/dg/configuration-versions.html
import { isDeepStrictEqual } from 'node:util';
import type { CloudContext } from '../context.ts';
import type { Identity } from '../iam/index.ts';
import type { Collection } from '../store.ts';
import type { PermissionInputs } from './inputs.ts';
import { type AliasRecord, type FunctionRecord, LATEST, versionKey } from './records.ts';
import type { RunningVersions } from './running-versions.ts';

export class FunctionService {
  readonly records: Collection<FunctionRecord>;
  /** Keyed by `<function ARN>:<version>`. */
  readonly versions: Collection<FunctionRecord>;
  /** Keyed by `<function ARN>:<alias>`. */
  readonly aliases: Collection<AliasRecord>;
  /** Keyed by `<function ARN, with its qualifier>/<statement id>`. */
  readonly permissions: Collection<PermissionInputs>;
  readonly identity: Identity;
  /** Of the unpacked code. */
  readonly folder: string;
  readonly running: RunningVersions;
  /** The last number of a version that a function had, by its ARN; kept when the function is deleted. */
  readonly #lastVersions: Collection<number>;

  constructor({ store }: CloudContext, identity: Identity, folder: string, running: RunningVersions) {
    this.records = store.collection('lambda/functions');
    this.versions = store.collection('lambda/versions');
    this.#lastVersions = store.collection('lambda/last-versions');
    this.aliases = store.collection('lambda/aliases');
    this.permissions = store.collection('lambda/permissions');
    this.identity = identity;
    this.folder = folder;
    this.running = running;
  }

  /** New invocations run the new code; those under way finish on the old one. */
  async put(record: FunctionRecord): Promise<void> {
    // A function that publishes versions is invoked by them: its own code starts only where somebody invokes it.
    await this.running.put(versionKey(record.arn, LATEST), record, !record.inputs.publish);
    this.records.set(record.arn, record);
  }

  /** With its versions, aliases and permissions. */
  async remove(arn: string): Promise<void> {
    this.running.stop(versionKey(arn, LATEST));
    for (const { computed } of this.versionsOf(arn)) {
      this.running.stop(versionKey(arn, computed.version));
      this.versions.delete(versionKey(arn, computed.version));
    }
    this.records.delete(arn);
    for (const collection of [this.aliases, this.permissions])
      for (const [key] of collection.entries())
        if (key === arn || key.startsWith(`${arn}/`) || key.startsWith(`${arn}:`)) collection.delete(key);
  }

  /** The alias's versions are started before it sends invocations to them. */
  async putAlias(alias: AliasRecord): Promise<void> {
    const key = `${alias.functionArn}:${alias.name}`;
    await Promise.all(
      routedKeys(alias).map((routed) => {
        const record = this.versions.get(routed);
        return record && this.running.start(routed, record);
      }),
    );
    const before = this.aliases.get(key);
    this.aliases.set(key, alias);
    const stillRouted = new Set(this.aliases.values().flatMap(routedKeys));
    for (const routed of before === undefined ? [] : routedKeys(before))
      if (!stillRouted.has(routed)) this.running.stop(routed);
  }

  removeAlias(key: string): void {
    this.aliases.delete(key);
    for (const [id] of this.permissions.entries()) if (id.startsWith(`${key}/`)) this.permissions.delete(id);
  }

  /** Of a version, or of `$LATEST`. `arn` is without a qualifier. */
  recordOf(arn: string, version: string): FunctionRecord | undefined {
    return version === LATEST ? this.records.get(arn) : this.versions.get(versionKey(arn, version));
  }

  /** Of a function, the oldest first. */
  versionsOf(arn: string): FunctionRecord[] {
    return this.versions
      .values()
      .filter((one) => one.arn === arn)
      .sort((one, other) => Number(one.computed.version) - Number(other.computed.version));
  }

  /**
   * A number that the function never had before, "even for a function that has been deleted and recreated"; where code and
   * configuration are those of the last version, no new one (API reference, PublishVersion).
   */
  publish(record: FunctionRecord): void {
    const { arn } = record;
    const last = this.versionsOf(arn).at(-1);
    if (last !== undefined && isSame(last, record)) return;
    const number = (this.#lastVersions.get(arn) ?? 0) + 1;
    const version = { ...record, computed: { ...record.computed, version: String(number) } };
    this.#lastVersions.set(arn, number);
    this.versions.set(versionKey(arn, String(number)), version);
  }
}

/** The keys of the published versions that get its invocations. */
const routedKeys = ({ functionArn, functionVersion, weights }: AliasRecord): string[] =>
  [functionVersion, ...Object.keys(weights)]
    .filter((version) => version !== LATEST)
    .map((version) => versionKey(functionArn, version));

/** Tags and reserved concurrency belong to the function, not to its versions, and `sourceCodeHash` to the provider. */
function isSame(one: FunctionRecord, other: FunctionRecord): boolean {
  return (
    one.computed.codeSha256 === other.computed.codeSha256 &&
    isDeepStrictEqual(configurationOf(one), configurationOf(other))
  );
}

function configurationOf({ inputs }: FunctionRecord): object {
  const { tags, reservedConcurrentExecutions, publish, sourceCodeHash, ...configuration } = inputs;
  return configuration;
}
