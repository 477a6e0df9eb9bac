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
import { hasRecords, keptSentence } from '../deployed-hosts.ts';
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
  const { plan, findings, state } = host;
  const { stack, color, width } = options;
  const head = shown`${paint('bold', plan.host, color)}  ${stack} · ${plan.site} · ${dnsHost(plan)} · ${state}`;
  const open = findings.filter(({ severity }) => severity !== 'info');
  const next = nextLines(host.next, 4);
  return join([
    head,
    '',
    ...steps.map((step) => stepText(step, options)),
    ...(open.length > 0 ? ['', formatFindings(open, { color, indent: 4, width })] : []),
    ...(next.length > 0 ? ['', ...next] : []),
  ]);
}

/** What is seen of a step; nothing to say of it is an empty text. */
type Seen = Pick<Step, 'mark' | 'text'>;
const seen = (mark: Mark, text = ''): Seen => ({ mark, text });

/** From its declaration to its response to clients. */
export function hostSteps(host: HostStatus, options: ProgressOptions): readonly Step[] {
  const late = renewal(host);
  const kept = host.deployed && keptSentence(host.deployed, options.now);
  return [
    { title: 'declared', ...declared(host, options) },
    { title: 'DNS', ...dns(host, options) },
    { title: 'verified', ...verified(host) },
    { title: 'certificate', ...certificate(host, options) },
    ...(late === undefined ? [] : [{ title: 'renewal', ...late }]),
    { title: 'live', ...live(host) },
    // Only of a host that has moved.
    ...(kept === undefined ? [] : [{ title: 'moved', ...seen('ok', kept) }]),
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

function declared({ deployed, checked }: HostStatus, { stack }: ProgressOptions): Seen {
  const isHeld = isBlocked(checked.findings);
  if (deployed === undefined)
    return seen(
      'ok',
      `not deployed yet: ${deployCommand(stack)} creates it${isHeld ? ' once it is not blocked' : ''}`,
    );
  if (deployed.certificate !== 'FAILED') return seen('ok');
  return seen(isHeld ? 'bad' : 'ok', 'its last deployment failed');
}

function dns({ checked, deployed, wait }: HostStatus, { stack }: ProgressOptions): Seen {
  const { findings, observation } = checked;
  const configured = findings.find(({ code }) => code === 'already-configured');
  if (configured !== undefined) {
    const lag = wait === 0 ? '' : `; a resolver may serve the old value for ${minutes(wait)} more`;
    return seen('ok', `${configured.found}${lag}`);
  }
  if (isBlocked(findings)) return seen('bad', 'see below');
  if (deployed?.waiting !== undefined) {
    const move = domainsCommand('move', checked.plan.host, { stack });
    return seen('wait', `it leads to the host's old place: ${move}`);
  }
  if (!hasRecords(deployed)) return seen('todo', 'nothing conflicts');
  if (findings.some(({ code }) => code === 'conflicting-record' || code === 'cname-elsewhere'))
    return seen('wait', 'its name has other records: see below');
  if (observation.expected?.expected.target === undefined)
    return seen('todo', 'its routing record is known once the host is attached');
  const text = `its routing record does not exist yet; once it is set, resolvers may take up to ${minutes(wait)} to see it`;
  return seen('wait', text);
}

function verified({ checked }: HostStatus): Seen {
  const { validation = [], expected } = checked.observation.expected ?? {};
  if (expected?.validation === undefined) return seen('todo');
  const has = validation.filter(
    ({ answer }) =>
      answer.kind === 'found' && answer.records.some(({ value }) => value === expected.validation?.value),
  );
  if (has.length > 0 && has.length === validation.length) {
    const { zone } = checked.plan;
    const isVerified = zone.provider !== 'external' || zone.verified;
    return isVerified
      ? seen('ok', 'validation record seen')
      : seen('todo', 'validation record seen, and not verified yet');
  }
  if (has.length > 0) return seen('wait', `validation record on ${has[0]?.server} only`);
  const hasAnother = validation.some(({ answer }) => answer.kind === 'found');
  if (hasAnother) return seen('wait', 'its validation record has another value: see below');
  return seen('wait', 'validation record not seen');
}

function certificate(
  { checked, deployed, probe, state, renewal }: HostStatus,
  { stack, issuingFor }: ProgressOptions,
): Seen {
  if (probe?.certificate) {
    const { issuer, names, distrust } = probe.certificate;
    return seen(
      distrust ? 'bad' : 'ok',
      `${issuer}, for ${names.join(', ')}, ${renewal?.daysLeft} days left`,
    );
  }
  if (deployed?.certificate === 'ISSUED') return seen('ok', 'issued');
  if (deployed?.certificate === 'FAILED') {
    // The reason is known where the failed run reached its end; the preflight's findings follow in any case.
    const { reason } = deployed;
    const again = deployCommand(stack);
    return seen(
      'bad',
      reason ? `${reason}: ${explainReason(reason)} (${again})` : `not issued; ${again} shows why`,
    );
  }
  if (state === 'issuing') return seen('wait', advice(checked, stack, issuingFor));
  const earlier = deployed?.earlierRequest;
  if (earlier) return seen('todo', `requested again: the earlier request ended as ${earlier}`);
  const isRequested = deployed !== undefined && checked.plan.zone.provider === 'external';
  return seen('todo', isRequested ? 'requested' : '');
}

/** Only where something would stop it: that ACM will renew a certificate is nothing to read. */
function renewal({ checked, renewal }: HostStatus): Seen | undefined {
  const risk = renewalRisk(checked.findings);
  if (renewal === undefined || risk === undefined) return undefined;
  if (risk === 'blocked')
    return seen('bad', `will fail, and the site with it on ${dayOf(renewal.notAfter)}: see below`);
  return seen('wait', `${renewal.progress === 'in-time' ? 'may fail' : 'is late'}: see below`);
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

function live({ probe, fault }: HostStatus): Seen {
  if (fault !== undefined) return seen('bad', fault);
  if (probe?.kind !== 'responded') return seen('todo');
  return seen('ok', `responds with ${probe.status}${probe.location ? ` to ${probe.location}` : ''}`);
}

/** `41 min`, `2 h`; never less than a minute. */
export function minutes(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds / 60));
  return whole < 120 ? `${whole} min` : `${Math.ceil(whole / 60)} h`;
}
