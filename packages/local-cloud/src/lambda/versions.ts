// Versions: what PublishVersion makes of a function.
// https://docs.aws.amazon.com/lambda/latest/dg/configuration-versions.html
import { isDeepStrictEqual } from 'node:util';
import type { FunctionRecord, FunctionService } from './function-service.ts';

type Versions = Pick<FunctionService, 'versions' | 'lastVersions'>;

export const versionKey = (arn: string, version: string): string => `${arn}:${version}`;

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
  const { tags, reservedConcurrentExecutions, publish, skipDestroy, sourceCodeHash, ...configuration } =
    inputs;
  return configuration;
}
