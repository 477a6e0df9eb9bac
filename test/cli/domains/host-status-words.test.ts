// What `domains status` says of a host at each step of its lifecycle.
import { renewalOf } from '@petstore/custom-domains/preflight';
import { expect, test } from 'vitest';
import type { DeployedHost } from '../../../cli/domains/deployed-hosts.ts';
import { hostReport } from '../../../cli/domains/host-report.ts';
import type { HostStatus } from '../../../cli/domains/status/host-status.ts';
import { hostStatusText, hostSteps } from '../../../cli/domains/status/host-status-text.ts';
import type { Finding, FindingCode } from '../../../packages/custom-domains/src/preflight/finding.ts';
import type { Observation } from '../../../packages/custom-domains/src/preflight/observation/observation.ts';
import { cloudflareHost, externalHost } from '../../../packages/custom-domains/test/preflight/plans.ts';

const HOST = 'shop.partner.example';
const validation = { name: `_v.${HOST}`, type: 'CNAME', value: '_x.acm.test' };
const target = 'd1.cloudfront.test';
const site = { site: 'docs', role: 'domain', certificateRegion: 'us-east-1', record: 'none' } as const;
const issued: DeployedHost = { site: 'docs', role: 'domain', certificate: 'ISSUED', records: [] };
const pending: DeployedHost = { ...issued, certificate: 'PENDING_VALIDATION' };
const failed: DeployedHost = { ...issued, certificate: 'FAILED' };

interface Given extends Partial<Omit<HostStatus, 'checked'>> {
  readonly external?: boolean;
  readonly findings?: readonly Finding[];
  readonly attached?: boolean;
  /** Per server: whether it has the validation record; `other`: one of another value. */
  readonly seen?: readonly (boolean | 'other')[];
  readonly verified?: boolean;
}

function finding(code: FindingCode, severity: Finding['severity'], found = 'what was found'): Finding {
  return { code, severity, host: HOST, found, why: 'why it matters', fix: 'what to do', records: [] };
}

function observed({ attached, seen }: Given): Observation {
  const views = (seen ?? []).map((has, index) => {
    const record = { ...validation, ttl: 60, ...(has === 'other' && { value: '_other.acm.test' }) };
    const answer = { authoritative: true, chain: [] };
    const found = { kind: 'found', ...answer, records: [record] } as const;
    return {
      server: `ns${index + 1}`,
      others: [],
      answer: has ? found : ({ kind: 'absent', ...answer } as const),
    };
  });
  const expected = { validation: seen && validation, target: attached ? target : undefined };
  return {
    ...{ host: HOST, resolverOnly: false, views: [], doubled: [], caa: [] },
    cut: { kind: 'zone', name: 'partner.example', negativeTtl: 300, missing: [] },
    expected: seen || attached ? { expected, validation: views, doubledValidation: [] } : undefined,
  };
}

function statusOf(given: Given, stack = 'production'): HostStatus {
  const { external = false, verified = true, findings = [], deployed, state = 'declared', wait = 0 } = given;
  const spec = external ? externalHost(HOST, verified) : cloudflareHost(HOST, 'partner.example');
  const observation = observed(given);
  const checked = { plan: { ...spec, ...site }, findings, observation } as HostStatus['checked'];
  const renewal = given.renewal ?? (given.probe?.certificate && renewalAt(190));
  const report = hostReport(checked, deployed, { stack });
  return { ...report, state, checked, deployed, wait, renewal, probe: given.probe, fault: given.fault };
}

function text(given: Given, stack = 'production'): string {
  const status = statusOf(given, stack);
  const steps = hostSteps(status, { stack, now: new Date(0) });
  return String(hostStatusText(status, steps, { stack, color: false, width: 100 }));
}

const configured = finding('already-configured', 'info', `CNAME to ${target}, on both of its servers`);
const certificate = {
  ...{ issuer: 'Amazon', names: [HOST] },
  ...{ notBefore: new Date('2026-11-01T00:00:00Z'), notAfter: new Date('2027-05-18T00:00:00Z') },
};
/** Of that certificate, so many days before its end. */
const renewalAt = (days: number) =>
  renewalOf(certificate, new Date(certificate.notAfter.getTime() - days * 86_400_000));
const lost = (severity: Finding['severity']) => ({
  ...finding('record-missing', severity, `no validation record at ${validation.name}`),
  records: [{ action: 'add', ...validation, ttl: 3600 }] as const,
});

const waits = { deployed: pending, state: 'awaiting-dns' } as const;
const unrouted = { deployed: issued, state: 'awaiting-dns', seen: [true], attached: true } as const;
const issuing = { deployed: pending, state: 'issuing', seen: [true] } as const;
const moves: DeployedHost = { ...issued, waiting: { old: [], isByHand: false, aliasWaits: false } };
const live = { deployed: issued, state: 'live', seen: [true, true], attached: true } as const;
const down = { ...live, state: 'blocked', seen: undefined } as const;
const responded = { kind: 'responded', status: 200, certificate } as const;
const failure = (reason: string, more: object = {}) =>
  ({ kind: 'failed', reason, certificate: { ...certificate, ...more } }) as const;
const caa = finding('caa-blocks-authority', 'blocked');
const disagree = finding('nameservers-disagree', 'warning');
const elsewhere = finding('cname-elsewhere', 'warning');
const notRenewed = finding('certificate-not-renewed', 'warning');

const STATES: Readonly<Record<string, Given>> = {
  'not deployed': {},
  'not deployed, and blocked': { state: 'blocked', findings: [caa] },
  'waiting for its validation record': { ...waits, seen: [false, false] },
  'its validation record on one server': { ...waits, seen: [true, false] },
  'its validation record with another value': { ...waits, seen: ['other', false] },
  'its certificate requested': issuing,
  'the same, external': { ...issuing, external: true },
  'requested again': { ...waits, deployed: { ...pending, earlierRequest: 'VALIDATION_TIMED_OUT' } },
  'failed, with its reason': {
    deployed: { ...failed, reason: 'CAA_ERROR' },
    state: 'blocked',
    findings: [caa],
  },
  'live, though its last deployment failed': {
    ...live,
    deployed: { ...issued, failed: true },
    findings: [configured],
  },
  'without its routing record': { ...unrouted, wait: 300 },
  'a CNAME record that leads elsewhere': { ...unrouted, findings: [disagree, elsewhere] },
  'its old place serves it until it moves': {
    ...unrouted,
    deployed: moves,
    findings: [finding('moving-in', 'info')],
  },
  'external, and not attached before its validation record is': {
    ...{ ...waits, external: true, verified: false, seen: [true, true] },
  },
  live: { ...live, findings: [configured], probe: responded },
  'live, and its next renewal would fail': {
    ...{ ...live, seen: [false, false], findings: [configured, lost('warning')] },
    ...{ probe: responded, renewal: renewalAt(120) },
  },
  'live, and its renewal will fail soon': {
    ...{ ...live, state: 'blocked', seen: [false, false], findings: [lost('blocked'), configured] },
    ...{ probe: responded, renewal: renewalAt(59) },
  },
  'live, and ACM has not renewed it': {
    ...{ ...live, probe: responded, renewal: renewalAt(50), findings: [notRenewed, configured] },
  },
  'live, a resolver still has the old record': {
    ...{ ...live, seen: undefined, findings: [configured], wait: 90 },
    probe: { ...responded, status: 301, location: 'https://partner.example/' },
  },
  'a certificate that is not trusted': {
    ...{ ...down, findings: [configured], probe: failure('self-signed', { distrust: 'self-signed' }) },
    fault: 'its certificate is not trusted: self-signed',
  },
  'no response, and a warning': {
    ...{ ...down, findings: [configured, disagree] },
    ...{ probe: { kind: 'failed', reason: 'ECONNREFUSED' }, fault: 'it does not respond: ECONNREFUSED' },
  },
};

/** Those whose shapes differ: nothing yet, findings with their records, the owner's next steps, all of it. */
const WHOLE = ['not deployed', 'live, and its renewal will fail soon', 'the same, external', 'live'];

test('each step of its lifecycle that has something to say, and some hosts as a whole', async () => {
  const states = Object.entries(STATES).map(([name, given]) => {
    const options = { stack: 'production', now: new Date(0) };
    const steps = hostSteps(statusOf(given), options);
    const lines = steps
      .filter((step) => step.text !== '')
      .map((step) => `  ${step.mark} ${step.title}: ${step.text}`);
    return [`# ${name}`, ...lines].join('\n');
  });
  const whole = WHOLE.map((name) => `# ${name}, whole\n${text(STATES[name] as Given)}`);
  const all = [...states, ...whole].join('\n\n');
  await expect(`${all}\n`).toMatchFileSnapshot('../../golden/domains/status.txt');
});

test('on the local stack nobody runs Pulumi: npm run local deploys', () => {
  const moved = { ...issued, kept: { target: 'gateway', until: '2027-01-01T00:00:00Z' } } as const;
  const texts = [...Object.values(STATES), { deployed: moved }].map((given) => text(given, 'local'));
  expect(texts.filter((one) => one.includes('pulumi'))).toEqual([]);
  expect(texts.filter((one) => one.includes('npm run local')).length).toBeGreaterThan(3);
});
