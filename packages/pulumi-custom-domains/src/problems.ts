// What is wrong with arguments that have the types of the schema: fields of another DNS host's zone, and values that theirs cannot have.
import { dnsHost, type HostZone, zoneAccount } from '@petstore/custom-domains/dns-hosts';
import { join, printable, type Shown, shown } from '@petstore/custom-domains/output';
import type { HostArgs, Zone } from './host.ts';

/** Throws with all of them, each on a line of its own. */
export function assertNone(problems: readonly Shown[]): void {
  const [first, ...others] = problems;
  if (first === undefined) return;
  throw new Error(printable(others.length === 0 ? first : join(['', ...problems], '\n  - ')));
}

export function hostZone({ provider, verified = false, ...zone }: Zone): HostZone {
  // The fields of each DNS host are checked by zoneProblems.
  return (provider === 'external' ? { provider, verified } : { provider, ...zone }) as HostZone;
}

/** The fields of the zone against those that its DNS host has. No value is quoted: one may be a token, in place of its variable. */
export function zoneProblems(zone: Zone): Shown[] {
  const { provider } = zone;
  const { zone: fields } = dnsHost(provider);
  const known = fields === undefined ? ['verified'] : ['name', ...Object.keys(fields)];
  const given = Object.entries(zone).filter(([field, value]) => field !== 'provider' && value !== undefined);
  const strange = given.filter(([field]) => !known.includes(field));
  const wrong = Object.entries(fields ?? {}).flatMap(([field, { required, pattern, refusal }]) => {
    const value = zone[field as keyof Zone];
    if (value === undefined) return required ? [shown`zone.${field} is missing: ${refusal.fix}`] : [];
    if (new RegExp(pattern, 'u').test(String(value))) return [];
    return [shown`zone.${field} ${refusal.what}: ${refusal.fix}`];
  });
  const problems = [
    ...strange.map(([field]) => shown`zone.${field} is not for zones of ${provider}`),
    ...wrong,
  ];
  const variable = zoneAccount(hostZone(zone))?.variable;
  if (problems.length > 0 || variable === undefined || process.env[variable]) return problems;
  return [shown`zone.tokenVariable: the environment variable ${variable} is not set`];
}

export function ttlProblems({ ttl, zone }: HostArgs): Shown[] {
  const { range, because } = dnsHost(zone.provider).ttl;
  const [min, max] = range;
  if (ttl === undefined || (Number.isInteger(ttl) && ttl >= min && ttl <= max)) return [];
  return [shown`ttl must be a whole number from ${min} to ${max} (${because}), not ${ttl}`];
}
