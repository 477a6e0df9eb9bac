// A host's life as text: one line for each step, what is found below them, and what to do next.

import { providerTitle } from '@petstore/custom-domains/dns-hosts';
import { explainReason } from '@petstore/custom-domains/many-hosts';
import type { CheckedHost } from '@petstore/custom-domains/preflight';
import { formatFindings, MARKS, paint, wrap } from '@petstore/custom-domains/preflight';
import type { DeployedHost } from '../outputs.ts';
import type { HostStatus } from './host-status.ts';

export interface LifeLook {
  readonly stack: string;
  readonly color: boolean;
  readonly width: number;
  /** Seconds that the host has been verified without a certificate, as far as this run saw it. */
  readonly issuingFor?: number;
}

type Mark = 'ok' | 'wait' | 'todo' | 'bad';
interface Step {
  readonly mark: Mark;
  readonly title: string;
  readonly text: string;
}

const titleWidth = 14;
/** ACM mostly takes a few minutes; after this long something is in its way. */
const patienceSeconds = 30 * 60;

export function hostStatusText(life: HostStatus, look: LifeLook): string {
  const { plan, findings } = life.checked;
  const provider = plan.zone.provider === 'external' ? 'set by hand' : providerTitle(plan.zone.provider);
  const head = `${paint('bold', plan.host, look.color)}  ${look.stack} · ${plan.site} · ${provider} · ${life.state}`;
  const steps = [declared(life), dns(life), verified(life), certificate(life, look), live(life)];
  const open = findings.filter(({ severity }) => severity !== 'info');
  const details = formatFindings(open, { color: look.color, indent: 4, width: look.width });
  return [head, '', ...steps.map((step) => stepText(step, look)), ...(details ? ['', details] : [])].join(
    '\n',
  );
}

function stepText({ mark, title, text }: Step, { color, width }: LifeLook): string {
  const signs: Record<Mark, string> = { ok: MARKS.ok, wait: '…', todo: '·', bad: MARKS.blocked };
  const style = { ok: 'ok', wait: 'warning', todo: 'dim', bad: 'blocked' } as const;
  const [first = '', ...more] = wrap(text, Math.max(30, width - titleWidth - 6));
  const start = `  ${paint(style[mark], signs[mark], color)} ${title.padEnd(titleWidth)}${first}`.trimEnd();
  return [start, ...more.map((line) => ' '.repeat(titleWidth + 4) + line)].join('\n');
}

function declared({ deployed, checked }: HostStatus): Step {
  const isFailed = deployed?.certificate === 'FAILED';
  const text =
    deployed === undefined
      ? 'not deployed yet: pulumi up makes it'
      : isFailed
        ? 'its last deployment failed'
        : '';
  const isBlocked = checked.findings.some(({ severity }) => severity === 'blocked');
  return { mark: isFailed && isBlocked ? 'bad' : 'ok', title: 'declared', text };
}

function dns({ checked, deployed, wait }: HostStatus): Step {
  const title = 'DNS';
  const { findings, observation } = checked;
  const configured = findings.find(({ code }) => code === 'already-configured');
  if (configured !== undefined) {
    const lag = wait === 0 ? '' : `; a resolver may serve the old value for ${minutes(wait)} more`;
    return { mark: 'ok', title, text: `${configured.found}${lag}` };
  }
  if (findings.some(({ severity }) => severity === 'blocked'))
    return { mark: 'bad', title, text: 'see below' };
  if (deployed === undefined || deployed.certificate === 'FAILED') {
    return { mark: 'todo', title, text: 'nothing is in the way' };
  }
  if (observation.expected?.expected.target === undefined) {
    return { mark: 'todo', title, text: 'its routing record is known once the host is attached' };
  }
  const text = `its routing record is not there yet; once set, resolvers may take up to ${minutes(wait)} to see it`;
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
    return { mark: 'ok', title, text: 'validation record seen' };
  }
  const text =
    has.length === 0 ? 'validation record not seen' : `validation record on ${has[0]?.server} only`;
  return { mark: 'wait', title, text };
}

function certificate({ checked, deployed, probe, state }: HostStatus, { stack, issuingFor }: LifeLook): Step {
  const title = 'certificate';
  if (probe?.certificate) {
    const { issuer, names, daysLeft, distrust } = probe.certificate;
    const text = `${issuer}, for ${names.join(', ')}, ${daysLeft} days left`;
    return { mark: distrust ? 'bad' : 'ok', title, text };
  }
  if (deployed?.certificate === 'ISSUED') return { mark: 'ok', title, text: 'issued' };
  if (deployed?.certificate === 'FAILED') return { mark: 'bad', title, text: whyFailed(deployed, stack) };
  const earlier = deployed?.earlierRequest;
  if (state !== 'issuing') return { mark: 'todo', title, text: earlier ? askedAnew(earlier) : '' };
  return { mark: 'wait', title, text: advice(checked, stack, issuingFor) };
}

/** The reason is known where the run that failed reached its end; preflight's findings are below in any case. */
function whyFailed({ reason }: DeployedHost, stack: string): string {
  if (reason === undefined) return `not issued; pulumi up --stack ${stack} shows why`;
  return `${reason}: ${explainReason(reason)} (pulumi up --stack ${stack})`;
}

function askedAnew(ended: string): string {
  return `asked for anew: the request before it ended as ${ended}`;
}

/** After 30 minutes: does the domain still verify, does CAA allow the authority (both just read), ask again. */
function advice({ plan }: CheckedHost, stack: string, issuingFor: number | undefined): string {
  const verify = plan.zone.provider === 'external' ? `npm run domains -- verify ${plan.host} and ` : '';
  const again = `The domain verifies, and CAA does not stop Amazon. Ask again: ${verify}pulumi up --stack ${stack}`;
  if (issuingFor !== undefined && issuingFor >= patienceSeconds) {
    return `waited for ${minutes(issuingFor)}; it should be here by now. ${again}`;
  }
  return `asked for; usually there within a few minutes. ${again}, if it takes more than 30 minutes`;
}

function live({ state, probe, fault }: HostStatus): Step {
  const title = 'live';
  if (fault !== undefined) return { mark: 'bad', title, text: fault };
  if (state !== 'live' || probe?.kind !== 'answered') return { mark: 'todo', title, text: '' };
  return {
    mark: 'ok',
    title,
    text: `answers ${probe.status}${probe.location ? ` to ${probe.location}` : ''}`,
  };
}

/** `41 min`, `2 h`; never less than a minute. */
export function minutes(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds / 60));
  return whole < 120 ? `${whole} min` : `${Math.ceil(whole / 60)} h`;
}
