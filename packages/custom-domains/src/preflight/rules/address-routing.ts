// The records of a host that is to have addresses of its own, and no CNAME.
import type { Finding } from '../finding.ts';
import { isConclusive } from '../reader/answer.ts';
import type { Rule } from './rule.ts';
import {
  addAddress,
  conflictSeverity,
  describeRecord,
  finding,
  list,
  NO_TRAFFIC,
  onWhich,
  recordsAtHost,
  remove,
  routingSeverity,
} from './rule.ts';

/** RFC 1034 3.6.2: a CNAME there excludes the addresses. Every other type can stay beside them. */
export const addressRouting: Rule = (plan, observation) => {
  if (plan.routing?.kind !== 'addresses') return [];
  const wanted = plan.routing.addresses.map((value) => addAddress(plan.host, value));
  const here = recordsAtHost(plan, observation).filter(({ type }) => ['A', 'AAAA', 'CNAME'].includes(type));
  const others = here.filter(({ value }) => !wanted.some((record) => record.value === value));
  const missing = wanted.filter(({ value }) => !here.some((record) => record.value === value));
  const [first] = others;
  if (first !== undefined) {
    const isCname = first.type === 'CNAME';
    const text = {
      found: `${list(others.map(describeRecord))} at this name, ${onWhich(first, observation)}`,
      why: isCname
        ? 'the name sends its traffic elsewhere, and a CNAME excludes every other record'
        : 'visitors get these addresses, beside those of the site or in place of them',
      fix: `replace ${others.length === 1 ? 'it' : 'them'}`,
    };
    const code = isCname ? 'cname-elsewhere' : 'conflicting-record';
    return [
      finding(plan, code, conflictSeverity(plan, observation), text, [...others.map(remove), ...missing]),
    ];
  }
  return missing.length > 0 ? lacking(plan, observation, missing) : [complete(plan)];
};

/** Where some server could not be read, nothing is known to be missing. */
function lacking(...[plan, observation, missing]: [...Parameters<Rule>, Finding['records']]): Finding[] {
  const isRead =
    observation.views.length > 0 &&
    observation.views.every(({ answers: { A, AAAA, CNAME } }) =>
      [A ?? CNAME, AAAA ?? CNAME].every((answer) => answer !== undefined && isConclusive(answer)),
    );
  if (!isRead) return [];
  const text = {
    found: `${plan.host} does not have the address${missing.length === 1 ? '' : 'es'} ${list(missing.map(({ value }) => value))}`,
    why: `${NO_TRAFFIC} there`,
    fix: `set ${missing.length === 1 ? 'it' : 'them'}`,
  };
  return [finding(plan, 'record-missing', routingSeverity(plan, observation), text, missing)];
}

function complete(plan: Parameters<Rule>[0]): Finding {
  const text = {
    found: 'it has the addresses that were given',
    why: 'its traffic reaches the site',
    fix: 'nothing to do',
  };
  return finding(plan, 'already-configured', 'info', text);
}
