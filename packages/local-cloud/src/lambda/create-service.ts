// Lambda's store: functions, versions, aliases and permissions, and the code that runs for them.
import type { CloudContext } from '../context.ts';
import type { AliasRecord, FunctionRecord, FunctionService } from './function-service.ts';
import type { PermissionInputs } from './inputs.ts';
import { LATEST } from './qualified-arn.ts';
import type { RunningVersions } from './running-versions.ts';
import { versionKey, versionsOf } from './versions.ts';

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
