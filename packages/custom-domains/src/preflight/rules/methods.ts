// What the methods need by which the certificate may be validated: an address that responds, a challenge's name that can be read.
import { ACM } from '../../authorities/index.ts';
import { broken } from './dnssec.ts';
import { finding, list, type Rule, remove } from './rule.ts';

/** RFC 8555 8.3, RFC 8737 3: the authority connects to the host; where a DNS record proves control, no address is needed. */
export const addressMissing: Rule = (plan, { addresses, expected }) => {
  const { authority, methods } = plan.issuance ?? ACM;
  if (methods.some(({ byRecordBelow }) => byRecordBelow)) return undefined;
  const isKept = plan.routing?.kind === 'unchanged';
  const [name, found] = isKept
    ? [plan.host, addresses]
    : [expected?.expected.target, expected?.targetAddresses];
  if (name === undefined || found?.length !== 0) return undefined;
  return finding(plan, 'record-missing', 'blocked', {
    found: `${name} has no address`,
    why: `${authority.title} connects to ${plan.host} to validate it by ${list(methods.map(({ id }) => id))}`,
    fix: `set an A or AAAA record at ${name}, or validate by another method`,
  });
};

/** RFC 8555 8.4: the authority follows the CNAME. Where another method may be used, that one is left. */
export const challengeLost: Rule = (plan, { challenge }) => {
  if (challenge === undefined) return undefined;
  const { record, verdict, missing } = challenge;
  const isOnly = plan.issuance?.methods.every(({ byRecordBelow }) => byRecordBelow);
  const severity = isOnly ? 'blocked' : 'warning';
  if (verdict.status === 'bogus') {
    const why = `${record.name} leads there, so that the certificate authority cannot read the record of dns-01`;
    return broken(plan, verdict.fault, why, severity);
  }
  if (missing === undefined) return undefined;
  return finding(plan, 'target-missing', severity, {
    found: `${record.name} is a CNAME to ${record.value}, and ${missing} is not in DNS`,
    why: 'the certificate authority follows it, so that no record of dns-01 can be read; whoever registers that domain gets certificates for the host',
    fix: 'remove the record, or point it to where the records of challenges are set',
    records: [remove(record)],
  });
};
