// Drift: records that a deployed host must have and that are missing.
import { type HostSpec, routingType } from '../../dns-hosts/zone.ts';
import type { Severity } from '../finding.ts';
import { isConclusive, recordsAt } from '../reader/answer.ts';
import type { Rule } from './rule.ts';
import { add, finding, isAtApex, recordsAtHost, remove, sharesAddresses } from './rule.ts';

/** The routing record was removed, or never set. One with another value is a finding of the conflict rules. */
export const routingMissing: Rule = (plan, observation) => {
  const target = observation.expected?.expected.target;
  const isRead =
    observation.views.length > 0 &&
    observation.views.every(({ answers }) => answers.CNAME && isConclusive(answers.CNAME));
  if (target === undefined || !isRead) return [];
  const apex = isAtApex(plan, observation);
  const here = recordsAtHost(plan, observation).filter(
    ({ type }) => !apex || type === 'CNAME' || type === 'A' || type === 'AAAA',
  );
  if (here.length > 0 || (apex && sharesAddresses(observation))) return [];
  const type = routingType({ apex, zone: plan.zone });
  const text = {
    found: `no routing record at ${plan.host}`,
    why: 'no traffic reaches the site by this name',
    fix: isExternal(plan) ? 'set it' : 'set it again with pulumi up --refresh, or at the DNS host',
  };
  const record = add(plan.host, type, target, plan.ttl);
  return [finding(plan, 'record-missing', missing(plan, 'blocked'), text, [record])];
};

/** The HTTPS record of an apex was removed: browsers then learn of HTTP/3 from their first response. */
export const httpsMissing: Rule = (plan, observation) => {
  const value = observation.expected?.expected.https;
  const isRead =
    observation.views.length > 0 &&
    observation.views.every(({ answers }) => answers.HTTPS && isConclusive(answers.HTTPS));
  if (value === undefined || !isRead || !isAtApex(plan, observation)) return [];
  if (recordsAtHost(plan, observation).some(({ type }) => type === 'HTTPS')) return [];
  const text = {
    found: `no HTTPS record at ${plan.host}`,
    why: 'browsers do not use HTTP/3 for their first request, and connect once more for it',
    fix: 'set it again with pulumi up --refresh, or at the DNS host',
  };
  return [finding(plan, 'record-missing', 'warning', text, [add(plan.host, 'HTTPS', value)])];
};

/** ACM renews a certificate only while its validation record exists (ACM, managed renewal). */
export const validationMissing: Rule = (plan, observation) => {
  const { expected, validation = [] } = observation.expected ?? {};
  const wanted = expected?.validation;
  const readable = validation.filter(({ answer }) => isConclusive(answer));
  if (wanted === undefined || readable.length === 0) return [];
  const records = readable.map(({ answer }) => recordsAt(answer, wanted.name));
  if (records.every((own) => own.some(({ value }) => value === wanted.value))) return [];
  const wrong = records.flat().filter(({ value }) => value !== wanted.value);
  const text = {
    found: wrong[0]
      ? `${wanted.name} has ${wrong[0].type} ${wrong[0].value}, not ${wanted.value}`
      : `no validation record at ${wanted.name}`,
    why: 'without it the certificate is not issued, and not renewed before it expires',
    fix: isExternal(plan) ? 'set it' : 'set it again with pulumi up --refresh, or at the DNS host',
  };
  const changes = [...wrong.slice(0, 1).map(remove), add(wanted.name, wanted.type, wanted.value)];
  const severity = wanted.claimed ? 'blocked' : missing(plan, 'warning');
  return [finding(plan, 'record-missing', severity, text, changes)];
};

/** Before an external host is verified, its owner has yet to set the records: their absence is expected. */
function missing(plan: HostSpec, otherwise: Severity): Severity {
  return isExternal(plan) && plan.zone.provider === 'external' && !plan.zone.verified ? 'info' : otherwise;
}

function isExternal(plan: HostSpec): boolean {
  return plan.zone.provider === 'external';
}
