// HTTPS records (RFC 9460) of an apex, which stay beside its new address records. Elsewhere they conflict with the CNAME.
import { type HostSpec, hasHttpsRecord } from '../../dns-hosts/zone.ts';
import type { Finding } from '../finding.ts';
import type { Observation } from '../observation/observation.ts';
import {
  conflictSeverity,
  describeRecord,
  finding,
  isAtApex,
  list,
  onWhich,
  type Rule,
  recordsAtHost,
  remove,
  type SeenRecord,
} from './rule.ts';

/** RFC 9460 3: browsers query HTTPS beside A and AAAA, and go where it says. */
export const staleHttpsRecord: Rule = (plan, observation) => {
  if (!isAtApex(plan, observation) || plan.routing?.kind === 'unchanged') return [];
  const records = recordsAtHost(plan, observation).filter(({ type }) => type === 'HTTPS');
  return records.flatMap((record) => {
    const elsewhere = targetElsewhere(record, observation);
    const effect = elsewhere ?? effectOf(record, observation);
    if (effect === undefined)
      return precedesOwn(plan, observation) ? [beforeOwn(plan, record, observation)] : [];
    const text = {
      found: `${describeRecord(record)}, ${onWhich(record, observation)}: it sends browsers to ${effect}`,
      why: 'browsers prefer an HTTPS record to the addresses, so the new routing record would not decide where they go',
      fix: precedesOwn(plan, observation) ? 'remove it; the stack sets its own' : 'remove it',
    };
    // Hints, ports and keys are tried first, and many browsers then fall back (RFC 9460 3).
    const isConflict = elsewhere !== undefined || precedesOwn(plan, observation);
    const severity = isConflict ? conflictSeverity(plan, observation) : 'warning';
    return [finding(plan, 'stale-https-record', severity, text, [remove(record)])];
  });
};

/** The stack is about to set an HTTPS record of its own. */
function precedesOwn(plan: HostSpec, { expected }: Observation): boolean {
  return expected === undefined && hasHttpsRecord(plan);
}

/** It changes nothing of where browsers go, and yet takes the place of the stack's own. */
function beforeOwn(plan: HostSpec, record: SeenRecord, observation: Observation): Finding {
  const text = {
    found: `${describeRecord(record)}, ${onWhich(record, observation)}`,
    why: 'the stack sets an HTTPS record of its own there, and the DNS host refuses a second one or serves both',
    fix: 'remove it; the stack sets its own',
  };
  return finding(plan, 'stale-https-record', conflictSeverity(plan, observation), text, [remove(record)]);
}

/** RFC 9460 2.4: another target name, in alias or in service form. A malformed record is ignored (2.2). */
function targetElsewhere({ binding }: SeenRecord, { host, expected }: Observation): string | undefined {
  if (binding === undefined) return undefined;
  return ['', host, expected?.expected.target].includes(binding.target) ? undefined : binding.target;
}

/** RFC 9460 7: what describes the old server. Undefined: the record changes nothing of where browsers go. */
function effectOf({ binding }: SeenRecord, { expected }: Observation): string | undefined {
  const { ipv4hint, ipv6hint, port = '443', ech } = binding?.params ?? {};
  const hints = [ipv4hint, ipv6hint].flatMap((addresses) => addresses?.split(',') ?? []);
  const old = hints.filter((address) => !expected?.targetAddresses?.includes(address));
  if (old.length > 0) return list(old);
  if (port !== '443') return `port ${port}`;
  return ech === undefined ? undefined : 'the server with its ECH keys';
}
