// The status of a host as text: a line for each step of its lifecycle, then its findings and the next steps; and since when each step
// is as it is.
import { explainReason } from '@petstore/custom-domains/many-hosts';
import { join, pad, type Shown, shown, wrap } from '@petstore/custom-domains/output';
import {
  type CheckedHost,
  dayOf,
  formatFindings,
  isBlocked,
  MARKS,
  paint,
  renewalRisk,
  verdictOf,
} from '@petstore/custom-domains/preflight';
import { deployCommand, isPlaceLost } from '../../../infra/hosts/external-host.ts';
import { isServed } from '../../../infra/plan/plan-stack.ts';
import { domainsCommand } from '../../../infra/plan/stack-option.ts';
import { hasRecords, keptSentence } from '../deployed-hosts.ts';
import { nextLines } from '../formats/text.ts';
import { dnsHost } from '../host-report.ts';
import type { TextOptions } from '../io.ts';
import type { HostStatus } from './host-status.ts';

interface ProgressOptions {
  readonly stack: string;
  readonly now: Date;
}

type StatusOptions = TextOptions & { readonly stack: string };

export type Mark = 'ok' | 'wait' | 'todo' | 'bad';
export interface Step {
  readonly mark: Mark;
  readonly title: string;
  readonly text: string;
}

const TITLE_WIDTH = 14;

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

/** What is seen of a step; there may be nothing to say of it. */
type Seen = readonly [mark: Mark, text?: string];

/** From its declaration to its response to clients; the step `moved` is of a host that has moved. */
export function hostSteps(host: HostStatus, options: ProgressOptions): readonly Step[] {
  const kept = host.deployed && keptSentence(host.deployed, options.now);
  const all: readonly (readonly [title: string, seen: Seen | undefined])[] = [
    ['declared', declared(host, options)],
    ['DNS', dns(host)],
    ['verified', verified(host)],
    ['certificate', certificate(host, options)],
    ['renewal', renewal(host)],
    ['live', live(host)],
    ['moved', kept === undefined ? undefined : ['ok', kept]],
  ];
  return all.flatMap(([title, seen]) =>
    seen === undefined ? [] : [{ title, mark: seen[0], text: seen[1] ?? '' }],
  );
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
  const cause = verdictOf(checked.findings) === 'unknown' ? 'its DNS can be read' : 'it is not blocked';
  const until = isHeld ? ` once ${cause}` : '';
  if (deployed === undefined) return ['ok', `not deployed yet: ${deployCommand(stack)} creates it${until}`];
  if (deployed.failed)
    return ['bad', `its last deployment failed, and it stays as it was: ${deployCommand(stack)} shows why`];
  if (deployed.certificate !== 'FAILED') return ['ok'];
  return [isHeld ? 'bad' : 'ok', 'its last deployment failed'];
}

function dns({ checked, deployed, wait }: HostStatus): Seen {
  const { findings, observation } = checked;
  const configured = findings.find(({ code }) => code === 'already-configured');
  if (configured !== undefined) {
    const lag = wait === 0 ? '' : `; a resolver may serve the old value for ${minutes(wait)} more`;
    return ['ok', `${configured.found}${lag}`];
  }
  if (isBlocked(findings))
    return verdictOf(findings) === 'unknown' ? ['todo', NOT_READ] : ['bad', 'see below'];
  if (findings.some(({ code }) => code === 'moving-in')) return ['wait', 'it leads to its old place'];
  if (findings.some(isPlaceLost)) return ['bad', 'it leads nowhere now: see below'];
  if (!hasRecords(deployed)) return ['todo', 'nothing conflicts'];
  if (findings.some(({ code }) => code === 'conflicting-record' || code === 'cname-elsewhere'))
    return ['wait', 'its name has other records: see below'];
  if (observation.expected?.expected.target === undefined)
    return ['todo', 'its routing record is known once the host is attached'];
  const lag = `once it is set, resolvers may take up to ${minutes(wait)} to see it`;
  return ['wait', `its routing record does not exist yet; ${lag}`];
}

function verified({ checked: { plan, observation } }: HostStatus): Seen {
  const { validation = [], expected } = observation.expected ?? {};
  if (expected?.validation === undefined) return ['todo'];
  const found = validation.flatMap(({ server, answer }) =>
    answer.kind === 'found' ? [{ server, values: answer.records.map(({ value }) => value) }] : [],
  );
  const [first, ...others] = found.filter(({ values }) => values.includes(expected.validation?.value ?? ''));
  if (first === undefined)
    return ['wait', found.length > 0 ? 'its validation record has another value: see below' : NOT_SEEN];
  if (others.length + 1 < validation.length) return ['wait', `validation record on ${first.server} only`];
  return isServed(plan)
    ? ['ok', 'validation record seen']
    : ['todo', 'validation record seen, and not verified yet'];
}

const NOT_READ = 'it could not be read: see below';
const NOT_SEEN = 'validation record not seen';

function certificate(
  { checked, deployed, probe, state, renewal }: HostStatus,
  { stack }: ProgressOptions,
): Seen {
  if (probe?.certificate) {
    const { issuer, names, distrust } = probe.certificate;
    const text = `${issuer}, for ${names.join(', ')}, ${renewal?.daysLeft} days left`;
    return [distrust ? 'bad' : 'ok', text];
  }
  const { certificate: status, reason, earlierRequest } = deployed ?? {};
  if (status === 'ISSUED') return ['ok', 'issued'];
  if (status === 'FAILED') {
    // The reason is known where the failed run reached its end; the preflight's findings follow in any case.
    const run = deployCommand(stack);
    return ['bad', reason ? `${reason}: ${explainReason(reason)} (${run})` : `not issued; ${run} shows why`];
  }
  if (state === 'issuing') return ['wait', advice(checked, stack)];
  if (earlierRequest) return ['todo', `requested again: the earlier request ended as ${earlierRequest}`];
  return deployed !== undefined && checked.plan.zone.provider === 'external'
    ? ['todo', 'requested']
    : ['todo'];
}

/** Only where something would stop it: that ACM will renew a certificate is nothing to read. */
function renewal({ checked, renewal }: HostStatus): Seen | undefined {
  const risk = renewalRisk(checked.findings);
  if (renewal === undefined || risk === undefined) return undefined;
  if (risk === 'blocked')
    return ['bad', `will fail, and the site with it on ${dayOf(renewal.notAfter)}: see below`];
  return ['wait', `${renewal.progress === 'in-time' ? 'may fail' : 'is late'}: see below`];
}

/** The domain verifies, and CAA allows Amazon: both were just read. ACM usually takes a few minutes. */
function advice({ plan }: CheckedHost, stack: string): string {
  const verify =
    plan.zone.provider === 'external' ? `${domainsCommand('verify', plan.host, { stack })} and ` : '';
  return `requested; usually issued within a few minutes. If it takes more than 30 minutes, request it again: ${verify}${deployCommand(stack)}`;
}

function live({ probe, fault }: HostStatus): Seen {
  if (fault !== undefined) return ['bad', fault];
  if (probe?.kind !== 'responded') return ['todo'];
  return ['ok', `responds with ${probe.status}${probe.location ? ` to ${probe.location}` : ''}`];
}

/** `41 min`, `2 h`; never less than a minute. */
function minutes(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds / 60));
  return whole < 120 ? `${whole} min` : `${Math.ceil(whole / 60)} h`;
}

/** Since when a step is as it is. */
interface Since {
  readonly since: Date;
  /** It was seen otherwise before, so that `since` is the time of the change. */
  readonly isChange: boolean;
  readonly value: string;
}

export type SeenStep = Step & Since;

/**
 * Gives the steps of each host that was read at `now`, in the same order, with the times of this run: no file has them. Hosts that are
 * no longer declared are forgotten.
 */
export function openTimeline(stack: string) {
  /** By host and step. */
  let seen: ReadonlyMap<string, Since> = new Map();
  return (statuses: readonly HostStatus[], now: Date): (readonly SeenStep[])[] => {
    const next = new Map<string, Since>();
    const all = statuses.map((status) => {
      const { host } = status.plan;
      const seenAs = (step: string, value: string): Since => {
        const key = `${host} ${step}`;
        const last = seen.get(key);
        // The step that every host has.
        const isChange = seen.has(`${host} declared`);
        const one = last?.value === value ? last : { value, since: now, isChange };
        next.set(key, one);
        return one;
      };
      const steps = hostSteps(status, { stack, now });
      return steps.map((step): SeenStep => ({ ...seenAs(step.title, step.mark), ...step }));
    });
    seen = next;
    return all;
  };
}
