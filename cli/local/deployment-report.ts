// A deployment in a few lines: the changes of each host, and the failures with their fixes.
import { parseUrn } from '@petstore/custom-domains/names';
import { count, namedLine, pad, paragraph, shown, type Terminal } from '@petstore/custom-domains/output';
import type { Change, Deployment, Failure } from '@petstore/local-cloud/engine/deployment';
import { isServed } from '../../infra/plan/plan-stack.ts';
import type { HostPlan } from '../../infra/plan/types.ts';
import { listShape, seconds } from '../terminal.ts';

/** A host's resources are in a component that has the host's name. */
const componentOf = ({ parent }: Change | Failure): string => parseUrn(parent).name;

/** What a deployment that was ended leaves, by the end of the run or by a change: every finished operation is in the state. */
export function reportCancelled(out: Terminal, { changes }: Deployment, next: string): void {
  const number = changes.filter(({ action }) => action !== 'same').length;
  const finished = number === 0 ? '' : ` after ${count(number, 'change')}`;
  out.line(
    shown`  ${out.paint('yellow', '–')} ${pad('stack', 10)} interrupted${finished}: what is done is kept, and ${next} continues from there`,
  );
}

export function reportChange(
  out: Terminal,
  deployment: Deployment,
  hosts: ReadonlyMap<string, HostPlan>,
  ms: number,
): void {
  const failed = new Set(deployment.failures.map(componentOf));
  const changes = Map.groupBy(
    deployment.changes.filter((change) => change.action !== 'same' && !failed.has(componentOf(change))),
    componentOf,
  );
  const shape = listShape(out, [...hosts.keys(), ...changes.keys(), ...failed]);
  for (const [component, own] of changes) {
    const isRemoved = own.every(({ action }) => action === 'delete');
    const mark = isRemoved ? '-' : own.every(({ action }) => action === 'create') ? '+' : '~';
    const text = changeText(component, own, isRemoved, hosts.get(component));
    const took = out.paint('dim', seconds(ms));
    const head = shown`  ${out.paint(isRemoved ? 'yellow' : 'green', mark)} `;
    out.line(namedLine(head, component, shown`${text}  ${took}`, shape));
  }
  reportFailures(out, deployment);
  if (changes.size === 0 && failed.size === 0 && deployment.error === undefined)
    out.line(shown`  = nothing to change`);
}

export function reportFailures(out: Terminal, { failures, error }: Deployment): void {
  const subjectOf = (failure: Failure) => componentOf(failure) || failure.name;
  const shape = listShape(out, failures.map(subjectOf));
  for (const failure of failures) {
    const [first = '', ...rest] = failure.error.message.split('\n');
    out.line(namedLine(shown`  ${out.paint('red', '✗')} `, subjectOf(failure), first, shape));
    for (const line of rest) out.line(shown`      ${line}`);
  }
  if (error !== undefined) out.line(shown`  ${out.paint('red', '✗')} ${paragraph(error.message)}`);
}

/** The steps of a host; where none has a word, and for all else, the resources by name. */
function changeText(component: string, changes: readonly Change[], isRemoved: boolean, host?: HostPlan) {
  if (host !== undefined && changes.some(({ action }) => action === 'import')) return 'taken over';
  const isUnverified = host !== undefined && !isServed(host);
  const steps = changes
    .map((change) => stepOf(change, isRemoved, isUnverified))
    .filter((step) => step !== '');
  const isHost = host !== undefined || isRemoved;
  return (isHost && [...new Set(steps)].join(' · ')) || resourcesText(component, changes);
}

const MOST_NAMES = 3;

function resourcesText(component: string, changes: readonly Change[]): string {
  if (changes.length > MOST_NAMES) {
    const byAction = Map.groupBy(changes, ({ action }) => PAST[action]);
    return [...byAction].map(([past, own]) => `${own.length} ${past}`).join(' · ');
  }
  const texts = changes.map(({ name, action }) => {
    const own = name.startsWith(`${component}-`) ? name.slice(component.length + 1) : name;
    return name === component ? PAST[action] : `${own} ${PAST[action]}`;
  });
  return texts.join(' · ');
}

const PAST: Readonly<Record<Change['action'], string>> = {
  create: 'created',
  import: 'adopted',
  update: 'updated',
  replace: 'replaced',
  delete: 'deleted',
  same: 'unchanged',
};

const CERTIFICATE = 'aws:acm/certificate:Certificate';

const STEP: Readonly<Record<string, readonly [string, string]>> = {
  'aws:acm/certificateValidation:CertificateValidation': ['certificate issued', ''],
  [CERTIFICATE]: ['', 'certificate deleted'],
  'aws:apigatewayv2/domainName:DomainName': ['attached', 'detached'],
  'aws:cloudfront/distribution:Distribution': ['attached', 'detached'],
};

/**
 * Of the records only the routing record is mentioned; the validation record is part of the certificate. An external host that is
 * not verified has a certificate that is requested, and a distribution without its name: where its zone was declared before, what the
 * stack did for it ends.
 */
function stepOf({ type, name, action }: Change, isRemoved: boolean, isUnverified: boolean): string {
  if (isUnverified && action === 'create')
    return type === CERTIFICATE ? 'certificate requested, not attached yet' : '';
  const ends = isRemoved || isUnverified;
  const route = /-route(-a+)?$/.exec(name);
  if (route === null) return STEP[type]?.[ends ? 1 : 0] ?? '';
  return `${route[1] === undefined ? 'CNAME' : 'ALIAS'} ${ends ? 'removed' : 'set'}`;
}
