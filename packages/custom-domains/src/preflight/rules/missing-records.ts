// Drift: records that a deployed host must have and that are missing.
import { type HostSpec, routingType } from '../../dns-hosts/zone.ts';
import type { Remedy } from '../finding.ts';
import type { Observation } from '../observation/observation.ts';
import { type Answer, isConclusive, recordsAt } from '../reader/answer.ts';
import {
  add,
  aliasNeeded,
  finding,
  isAtApex,
  NO_TRAFFIC,
  type Rule,
  recordsAtHost,
  remove,
  routingSeverity,
  sharesAddresses,
  validationSeverity,
} from './rule.ts';

/** What to do about a record that is missing. */
interface Fix {
  readonly fix: string;
  readonly remedy?: Remedy;
}

/** The stack sets a record again that it has set before. */
const SET_AGAIN: Fix = {
  fix: 'set it again with pulumi up --refresh, or at the DNS host',
  remedy: { kind: 'set-again' },
};

/** The routing record was removed, or never set. One with another value is a finding of the conflict rules. */
export const routingMissing: Rule = (plan, observation) => {
  const target = observation.expected?.expected.target;
  if (target === undefined || !isRead(observation, 'CNAME') || isSetNow(plan, observation, 'routing'))
    return [];
  const apex = isAtApex(plan, observation);
  const here = recordsAtHost(plan, observation).filter(
    ({ type }) => !apex || type === 'CNAME' || type === 'A' || type === 'AAAA',
  );
  if (here.length > 0 || (apex && sharesAddresses(observation))) return [];
  const type = routingType({ apex, zone: plan.zone });
  const isOwnersApex = apex && plan.zone.provider === 'external';
  const text = {
    found: `no routing record at ${plan.host}`,
    why: NO_TRAFFIC,
    ...(isOwnersApex ? { fix: `set it: ${aliasNeeded(plan)}` } : fixOf(plan)),
  };
  const record = add(plan.host, type, target, plan.ttl);
  return [finding(plan, 'record-missing', routingSeverity(plan, observation), text, [record])];
};

/** The HTTPS record of an apex was removed: browsers then learn of HTTP/3 from their first response. */
export const httpsMissing: Rule = (plan, observation) => {
  const value = observation.expected?.expected.https;
  if (value === undefined || !isRead(observation, 'HTTPS') || !isAtApex(plan, observation)) return [];
  if (recordsAtHost(plan, observation).some(({ type }) => type === 'HTTPS')) return [];
  const text = {
    found: `no HTTPS record at ${plan.host}`,
    why: 'browsers do not use HTTP/3 for their first request, and connect once more for it',
    ...SET_AGAIN,
  };
  return [finding(plan, 'record-missing', 'warning', text, [add(plan.host, 'HTTPS', value)])];
};

/** ACM renews a certificate only while its validation record exists (ACM, managed renewal). */
export const validationMissing: Rule = (plan, observation) => {
  const { expected, validation = [] } = observation.expected ?? {};
  const wanted = expected?.validation;
  const readable = validation.filter(({ answer }) => isConclusive(answer));
  if (wanted === undefined || readable.length === 0 || isSetNow(plan, observation, 'validation')) return [];
  const records = readable.map(({ answer }) => recordsAt(answer, wanted.name));
  if (records.every((own) => own.some(({ value }) => value === wanted.value))) return [];
  const wrong = records.flat().filter(({ value }) => value !== wanted.value);
  const text = {
    found: wrong[0]
      ? `${wanted.name} has ${wrong[0].type} ${wrong[0].value}, not ${wanted.value}`
      : `no validation record at ${wanted.name}`,
    why: 'without it the certificate is not issued, and not renewed before it expires',
    ...fixOf(plan),
  };
  const changes = [...wrong.slice(0, 1).map(remove), add(wanted.name, wanted.type, wanted.value)];
  const severity = wanted.claimed ? 'blocked' : validationSeverity(plan, wrong.length > 0);
  return [finding(plan, 'record-missing', severity, text, changes)];
};

/** After a deployment that was interrupted: the stack has yet to create its record, and does so in this run. */
function isSetNow({ zone }: HostSpec, { expected }: Observation, purpose: 'routing' | 'validation'): boolean {
  return zone.provider !== 'external' && expected?.expected.unset?.includes(purpose) === true;
}

/** Whether each server answered for the type. */
function isRead({ views }: Observation, type: string): boolean {
  const isAnswered = (answer: Answer | undefined) => answer !== undefined && isConclusive(answer);
  return views.length > 0 && views.every(({ answers }) => isAnswered(answers[type]));
}

function fixOf({ zone }: HostSpec): Fix {
  return zone.provider === 'external' ? { fix: 'set it' } : SET_AGAIN;
}
