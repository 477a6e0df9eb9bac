// A deployment in a few lines: the changes of each host, and the failures with their fixes.

import { parseUrn } from '@petstore/custom-domains/names';
import { count, namedLine, pad, paragraph, type Shown, shown } from '@petstore/custom-domains/output';
import type { Change, Deployment, Failure } from '@petstore/local-cloud/engine/deployment';
import type { HostPlan } from '../../infra/plan/types.ts';
import { listShape, seconds, type Terminal } from '../terminal.ts';

/** A host's resources are in a component that has the host's name. */
const componentOf = ({ parent }: { parent: string }): string => parseUrn(parent).name;

/** What a run that was stopped leaves: every finished operation is in the state. */
export function reportCancelled(out: Terminal, { changes }: Deployment): void {
  const number = changes.filter(({ action }) => action !== 'same').length;
  const finished = number === 0 ? '' : ` after ${count(number, 'change')}`;
  out.line(
    shown`  ${out.paint('yellow', '–')} ${pad('stack', 10)} interrupted${finished}: what is done is kept, and the next npm run local continues from there`,
  );
}

export function reportChange(
  out: Terminal,
  deployment: Deployment,
  hosts: ReadonlyMap<string, HostPlan>,
  ms: number,
): void {
  const failures = groupBy(deployment.failures, componentOf);
  const changes = groupBy(
    deployment.changes.filter(({ action }) => action !== 'same'),
    componentOf,
  );
  const shape = listShape(out, [...hosts.keys(), ...changes.keys(), ...failures.keys()]);
  for (const [component, own] of changes) {
    if (failures.has(component)) continue;
    const { mark, text } = changeOf(out, component, own, hosts);
    const took = out.paint('dim', seconds(ms));
    out.line(namedLine(shown`  ${mark} `, component, shown`${text}  ${took}`, shape));
  }
  reportFailures(out, deployment);
  if (changes.size === 0 && failures.size === 0 && deployment.error === undefined)
    out.line(shown`  = nothing to change`);
}

/** Every failure once, under its host, with the other lines of its message below. */
export function reportFailures(out: Terminal, { failures, error }: Deployment): void {
  const subjectOf = (failure: Failure) => componentOf(failure) || failure.name;
  const shape = listShape(out, failures.map(subjectOf));
  for (const failure of failures) {
    const [first = '', ...rest] = failure.error.message.split('\n');
    const subject = subjectOf(failure);
    out.line(namedLine(shown`  ${out.paint('red', '✗')} `, subject, first, shape));
    for (const line of rest) out.line(shown`      ${line}`);
  }
  if (error !== undefined) out.line(shown`  ${out.paint('red', '✗')} ${paragraph(error.message)}`);
}

function changeOf(
  out: Terminal,
  component: string,
  changes: readonly Change[],
  hosts: ReadonlyMap<string, HostPlan>,
): { readonly mark: Shown; readonly text: string } {
  const removed = changes.every(({ action }) => action === 'delete');
  const mark = removed ? '-' : changes.every(({ action }) => action === 'create') ? '+' : '~';
  const colour = removed ? 'yellow' : 'green';
  const step = isUnverified(hosts.get(component)) ? unverifiedStep : stepOf;
  const what = changes.map((change) => step(change, removed));
  const words = hosts.has(component) || removed ? unique(what).join(' · ') : '';
  const text = words || resourcesText(component, changes);
  return { mark: out.paint(colour, mark), text };
}

/** One resource by its name without the component's; several of a type and a change as their number, as alarms of many hosts. */
function resourcesText(component: string, changes: readonly Change[]): string {
  const alike = Map.groupBy(changes, ({ type, action }) => `${action} ${type}`);
  return [...alike.values()]
    .flatMap(([first, ...others]) => {
      if (first === undefined) return [];
      const what =
        others.length === 0
          ? ownName(component, first)
          : count(others.length + 1, kindOf(first).replace(/y$/, 'ie'));
      return `${what} ${PAST[first.action]}`.trim();
    })
    .join(' · ');
}

function ownName(component: string, { name }: Change): string {
  if (name === component) return '';
  return name.startsWith(`${component}-`) ? name.slice(component.length + 1) : name;
}

/** `aws:cloudwatch/metricAlarm:MetricAlarm` is a metric alarm. */
function kindOf({ type }: Change): string {
  const kind = type.split(':').at(-1) ?? type;
  return kind.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}

const PAST: Readonly<Record<Change['action'], string>> = {
  create: 'created',
  import: 'adopted',
  update: 'updated',
  replace: 'replaced',
  delete: 'deleted',
  same: 'unchanged',
};

/** The steps of a host in a person's words: of a creation, and of a deletion. */
const STEP: Readonly<Record<string, readonly [string, string]>> = {
  'aws:acm/certificateValidation:CertificateValidation': ['certificate issued', ''],
  'aws:acm/certificate:Certificate': ['', 'certificate deleted'],
  'aws:apigatewayv2/domainName:DomainName': ['attached', 'detached'],
  'aws:cloudfront/distribution:Distribution': ['attached', 'detached'],
};

/** An external host that is not verified has a certificate that is requested, and a distribution without its name. */
function isUnverified(plan: HostPlan | undefined): boolean {
  return plan?.zone.provider === 'external' && !plan.zone.verified;
}

function unverifiedStep(change: Change, removed: boolean): string {
  if (change.action !== 'create') return stepOf(change, removed);
  return change.type === 'aws:acm/certificate:Certificate' ? 'certificate requested, not attached yet' : '';
}

/** Of the records only the routing record is mentioned; the validation record is part of the certificate. */
function stepOf({ type, name }: Change, removed: boolean): string {
  const route = /-route(-a+)?$/.exec(name);
  if (route === null) return STEP[type]?.[removed ? 1 : 0] ?? '';
  return `${route[1] === undefined ? 'CNAME' : 'ALIAS'} ${removed ? 'removed' : 'set'}`;
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts.filter((text) => text !== ''))];

function groupBy<T extends Change | Failure>(
  items: readonly T[],
  key: (item: T) => string,
): Map<string, T[]> {
  return Map.groupBy(items, key);
}
