// DNSSEC of what decides about a host: CAA from the host upwards, the host, its zone, its validation record.
import { type Validation, type Validator, type Verdict, worst } from '../../dnssec/index.ts';
import { climb, parentOf } from '../../names/dns-name.ts';
import type { Expected } from './observation.ts';

/**
 * Certificate authorities validate what they look up for CAA and for domain control (CA/B Forum SC-085v2, since March
 * 2026). Through the alias of a validation record its end is validated too, of the type that ACM has there.
 */
export async function observeDnssec(
  validator: Validator,
  host: string,
  expected?: Expected,
): Promise<Verdict> {
  const above = climb(parentOf(host) ?? '').map((name) => validator.validate(name, 'CAA'));
  const validation = expected?.validation && validator.validate(expected.validation.name, 'TXT');
  const [own, ...others] = await Promise.all([
    observeHost(validator, host),
    ...above,
    ...(validation ? [validation] : []),
  ]);
  return others.map(({ verdict }) => verdict).reduce(worst, own);
}

/** Below a name that does not exist there is nothing to look up; the zone's own records are the same for all its hosts. */
async function observeHost(validator: Validator, host: string): Promise<Verdict> {
  const caa = await validator.validate(host, 'CAA');
  const isSigned = caa.zone !== undefined;
  const more = await Promise.all([
    ...(isSigned && !caa.isAbsent ? [validator.validate(host, 'A')] : []),
    ...(isSigned ? zoneRecords(validator, caa.zone) : []),
  ]);
  return more.map(({ verdict }) => verdict).reduce(worst, caa.verdict);
}

function zoneRecords(validator: Validator, zone: string): Promise<Validation>[] {
  return ['SOA', 'NS'].map((type) => validator.validate(zone, type));
}
