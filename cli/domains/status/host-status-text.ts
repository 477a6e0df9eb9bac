// The status of a host as text: a line for each step of its lifecycle, then its findings and the next steps.
import { explainReason } from '@petstore/custom-domains/many-hosts';
import { join, pad, type Shown, shown, wrap } from '@petstore/custom-domains/output';
import type { CheckedHost } from '@petstore/custom-domains/preflight';
import {
  dayOf,
  formatFindings,
  isBlocked,
  MARKS,
  paint,
  renewalRisk,
} from '@petstore/custom-domains/preflight';
import { deployCommand, domainsCommand } from '../../../infra/hosts/external-host.ts';
import { type DeployedHost, keptSentence } from '../deployed-hosts.ts';
import { dnsHost } from '../host-report.ts';
import { nextLines } from '../next-steps.ts';
import type { HostStatus } from './host-status.ts';

interface ProgressOptions {
  readonly stack: string;
  readonly now: Date;
  /** Seconds for which this run has seen the host verified and without a certificate. */
  readonly issuingFor?: number;
}

interface StatusOptions {
  readonly stack: string;
  readonly color: boolean;
  readonly width: number;
}

export type Mark = 'ok' | 'wait' | 'todo' | 'bad';
export interface Step {
  readonly mark: Mark;
  readonly title: string;
  readonly text: string;
}

const TITLE_WIDTH = 14;
/** ACM usually takes a few minutes; after this time something prevents the certificate. */
const EXPECTED_SECONDS = 30 * 60;

export function hostStatusText(host: HostStatus, steps: readonly Step[], options: StatusOptions): Shown {
  const { plan, findings, state, place } = host;
  const { stack, color, width } = options;
  const head = shown`${paint('bold', plan.host, color)}  ${stack} · ${plan.site} · ${dnsHost(plan)} · ${state}`;
  const open = findings.filter(({ severity }) => severity !== 'info');
  const next = nextLines(host.next, 4);
  return join([
    head,
    '',
    ...steps.map((step) => stepText(step, options)),
    ...(open.length > 0 ? ['', formatFindings(open, { color, indent: 4, width })] : []),
    ...(place === undefined ? [] : wrap(place, width - 4).map((part) => shown`    ${part}`)),
    ...(next.length > 0 ? ['', ...next] : []),
  ]);
}

/** From its declaration to its response to clients. */
export function hostSteps(host: HostStatus, options: ProgressOptions): readonly Step[] {
  return [
    declared(host, options),
    dns(host, options),
    verified(host),
    certificate(host, options),
    ...renewal(host),
    live(host),
    ...kept(host, options),
  ];
}

function stepText({ mark, title, text }: Step, { color, width }: StatusOptions): Shown {
  const signs: Record<Mark, string> = { ok: MARKS.ok, wait: '…', todo: '·', bad: MARKS.blocked };
  const style = { ok: 'ok', wait: 'warning', todo: 'dim', bad: 'blocked' } as const;
  const [first, ...more] = wrap(text, Math.max(30, width - TITLE_WIDTH - 6));
  const name = text === '' ? title : shown`${pad(title, TITLE_WIDTH)}${first}`;
  const start = shown`  ${paint(style[mark], signs[mark], color)} ${name}`;
  return join([start, ...more.map((line) => shown`${' '.repeat(TITLE_WIDTH + 4)}${line}`)]);
}

function declared({ deployed, checked }: HostStatus, { stack }: ProgressOptions): Step {
  const isFailed = deployed?.certificate === 'FAILED';
  const text =
    deployed === undefined
      ? `not deployed yet: ${deployCommand(stack)} creates it${isBlocked(checked.findings) ? ' once it is not blocked' : ''}`
      : isFailed
        ? 'its last deployment failed'
        : '';
  return { mark: isFailed && isBlocked(checked.findings) ? 'bad' : 'ok', title: 'declared', text };
}

function dns({ checked, deployed, wait }: HostStatus, { stack }: ProgressOptions): Step {
  const title = 'DNS';
  const { findings, observation } = checked;
  const configured = findings.find(({ code }) => code === 'already-configured');
  if (configured !== undefined) {
    const lag = wait === 0 ? '' : `; a resolver may serve the old value for ${minutes(wait)} more`;
    return { mark: 'ok', title, text: `${configured.found}${lag}` };
  }
  if (isBlocked(findings)) return { mark: 'bad', title, text: 'see below' };
  if (deployed?.waiting !== undefined) {
    const { host } = checked.plan;
    const text = `it leads to the host's old place: ${domainsCommand('move', host, { stack })}`;
    return { mark: 'wait', title, text };
  }
  if (deployed === undefined || deployed.certificate === 'FAILED') {
    return { mark: 'todo', title, text: 'nothing conflicts' };
  }
  if (findings.some(({ code }) => code === 'conflicting-record' || code === 'cname-elsewhere')) {
    return { mark: 'wait', title, text: 'its name has other records: see below' };
  }
  if (observation.expected?.expected.target === undefined) {
    return { mark: 'todo', title, text: 'its routing record is known once the host is attached' };
  }
  const text = `its routing record does not exist yet; once it is set, resolvers may take up to ${minutes(wait)} to see it`;
  return { mark: 'wait', title, text };
}

function verified({ checked }: HostStatus): Step {
  const title = 'verified';
  const { validation = [], expected } = checked.observation.expected ?? {};
  if (expected?.validation === undefined) return { mark: 'todo', title, text: '' };
  const has = validation.filter(
    ({ answer }) =>
      answer.kind === 'found' && answer.records.some(({ value }) => value === expected.validation?.value),
  );
  if (has.length > 0 && has.length === validation.length) {
    const { zone } = checked.plan;
    if (zone.provider !== 'external' || zone.verified)
      return { mark: 'ok', title, text: 'validation record seen' };
    return { mark: 'todo', title, text: 'validation record seen, and not verified yet' };
  }
  if (has.length > 0) return { mark: 'wait', title, text: `validation record on ${has[0]?.server} only` };
  const hasAnother = validation.some(({ answer }) => answer.kind === 'found');
  const text = hasAnother
    ? 'its validation record has another value: see below'
    : 'validation record not seen';
  return { mark: 'wait', title, text };
}

function certificate(
  { checked, deployed, probe, state, renewal }: HostStatus,
  { stack, issuingFor }: ProgressOptions,
): Step {
  const title = 'certificate';
  if (probe?.certificate) {
    const { issuer, names, distrust } = probe.certificate;
    const text = `${issuer}, for ${names.join(', ')}, ${renewal?.daysLeft} days left`;
    return { mark: distrust ? 'bad' : 'ok', title, text };
  }
  if (deployed?.certificate === 'ISSUED') return { mark: 'ok', title, text: 'issued' };
  if (deployed?.certificate === 'FAILED') return { mark: 'bad', title, text: whyFailed(deployed, stack) };
  const earlier = deployed?.earlierRequest;
  if (state !== 'issuing') {
    const isRequested = deployed !== undefined && checked.plan.zone.provider === 'external';
    const text = earlier ? requestedAgain(earlier) : isRequested ? 'requested' : '';
    return { mark: 'todo', title, text };
  }
  return { mark: 'wait', title, text: advice(checked, stack, issuingFor) };
}

/** Only where something would stop it: that ACM will renew a certificate is nothing to read. */
function renewal({ checked, renewal }: HostStatus): Step[] {
  const risk = renewalRisk(checked.findings);
  if (renewal === undefined || risk === undefined) return [];
  const title = 'renewal';
  const { notAfter, progress } = renewal;
  if (risk === 'blocked') {
    return [{ mark: 'bad', title, text: `will fail, and the site with it on ${dayOf(notAfter)}: see below` }];
  }
  return [{ mark: 'wait', title, text: `${progress === 'in-time' ? 'may fail' : 'is late'}: see below` }];
}

/** The reason is known where the failed run reached its end; the preflight's findings follow in any case. */
function whyFailed({ reason }: DeployedHost, stack: string): string {
  if (reason === undefined) return `not issued; ${deployCommand(stack)} shows why`;
  return `${reason}: ${explainReason(reason)} (${deployCommand(stack)})`;
}

function requestedAgain(ended: string): string {
  return `requested again: the earlier request ended as ${ended}`;
}

/** After 30 minutes: the domain still verifies and CAA allows Amazon (both were just read), so request it again. */
function advice({ plan }: CheckedHost, stack: string, issuingFor: number | undefined): string {
  const isExternal = plan.zone.provider === 'external';
  const verify = isExternal ? `${domainsCommand('verify', plan.host, { stack })} and ` : '';
  const again = `The domain verifies, and CAA allows Amazon. Request it again: ${verify}${deployCommand(stack)}`;
  if (issuingFor !== undefined && issuingFor >= EXPECTED_SECONDS) {
    return `waited for ${minutes(issuingFor)}; it should be issued by now. ${again}`;
  }
  // It waits for the deployment after its verification, which is its next step.
  if (isExternal) return 'requested';
  return `requested; usually issued within a few minutes. ${again}, if it takes more than 30 minutes`;
}

function live({ probe, fault }: HostStatus): Step {
  const title = 'live';
  if (fault !== undefined) return { mark: 'bad', title, text: fault };
  if (probe?.kind !== 'responded') return { mark: 'todo', title, text: '' };
  return {
    mark: 'ok',
    title,
    text: `responds with ${probe.status}${probe.location ? ` to ${probe.location}` : ''}`,
  };
}

/** Only of a host that has moved. */
function kept({ deployed }: HostStatus, { now }: ProgressOptions): Step[] {
  const text = deployed && keptSentence(deployed, now);
  return text === undefined ? [] : [{ mark: 'ok', title: 'moved', text }];
}

/** `41 min`, `2 h`; never less than a minute. */
export function minutes(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds / 60));
  return whole < 120 ? `${whole} min` : `${Math.ceil(whole / 60)} h`;
}
