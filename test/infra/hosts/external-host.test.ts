// An external host: where it stands, and the next step that every command prints.
import type { Finding, FindingCode } from '@petstore/custom-domains/preflight';
import { expect, test } from 'vitest';
import {
  type ExternalFacts,
  externalStage,
  isRoutingDue,
  nextSteps,
  ownersRemoval,
  verificationFindings,
} from '../../../infra/hosts/external-host.ts';
import { planHost } from '../../../infra/plan/plan-stack.ts';

const host = 'shop.partner.example';

function facts(
  verified: boolean,
  codes: readonly FindingCode[],
  more: Partial<ExternalFacts>,
): ExternalFacts {
  const context = {
    ...{ region: 'eu-west-1', zones: [], adopt: [], moving: [], verified: verified ? [host] : [] },
    ttl: { default: 3600, hosts: {} },
  };
  const findings = codes.map((code): Finding => {
    const severity = code === 'already-configured' ? 'info' : 'warning';
    return { code, severity, host, found: '', why: '', fix: '', records: [] };
  });
  const plan = planHost({ host, site: 'docs', role: 'domain' }, context);
  return { plan, findings, certificate: 'PENDING_VALIDATION', target: 'd1.cloudfront.net', ...more };
}

const atGateway = (given: ExternalFacts): ExternalFacts => ({
  ...given,
  plan: { ...given.plan, target: 'gateway' },
});

const inZone = (given: ExternalFacts): ExternalFacts => ({
  ...given,
  plan: { ...given.plan, zone: { provider: 'route53', name: 'partner.example' } },
});

const moved = (given: ExternalFacts): ExternalFacts => ({ ...given, plan: { ...given.plan, moving: {} } });

const change = (action: 'add' | 'remove', name: string, value: string) =>
  ({ action, name, type: 'CNAME', value, ttl: 300 }) as const;

function lost(given: ExternalFacts): ExternalFacts {
  const finding = { severity: 'warning', host, found: '', why: '', fix: '' } as const;
  const missing: Finding = {
    ...finding,
    code: 'record-missing',
    records: [change('add', `_v.${host}`, 'v')],
  };
  return { ...given, findings: [...given.findings, missing] };
}

const UNDEPLOYED = { certificate: undefined, target: undefined };
const UNKNOWN = { target: undefined };
const ISSUED = { certificate: 'ISSUED' };
const SET = ['records', 'verify'];
const RIGHT = ['already-configured'] as const;

test.each<[string, ExternalFacts, string | undefined, readonly string[]]>([
  ['in a declared zone', inZone(facts(false, [], {})), undefined, []],
  ['the same in petstore:moving', inZone(moved(facts(false, [], {}))), undefined, ['move']],
  ['not deployed', facts(false, [], UNDEPLOYED), 'undeployed', ['records']],
  ['its deployment failed', facts(true, [], { certificate: 'FAILED' }), 'undeployed', ['records']],
  ['this run requests its certificate', facts(false, [], { isNew: true }), 'unset', SET],
  [
    'the same over an old record',
    facts(false, ['cname-elsewhere'], { isNew: true, ...UNKNOWN }),
    'unset',
    ['move', ...SET],
  ],
  ['a record is missing', facts(false, ['record-missing'], {}), 'unset', SET],
  // What no record fixes is fixed first, with the records or alone.
  ['and so is CAA', facts(false, ['caa-blocks-authority', 'record-missing'], {}), 'unset', SET],
  ['CAA alone', facts(false, ['caa-blocks-authority', ...RIGHT], {}), 'unset', ['verify']],
  ['its old record is there', facts(false, ['cname-elsewhere'], {}), 'unset', ['move', ...SET]],
  ['it is there, its target not known', facts(false, ['cname-elsewhere'], UNKNOWN), 'unverified', ['verify']],
  [
    'an apex whose target is not known',
    facts(false, ['apex-needs-alias'], UNKNOWN),
    'unverified',
    ['verify'],
  ],
  ['its records are right', facts(false, RIGHT, {}), 'unverified', ['verify']],
  ['verified', facts(true, RIGHT, {}), 'unattached', ['pulumi up']],
  ['issued', facts(true, ['record-missing'], ISSUED), 'unrouted', ['records', 'status']],
  ['live', facts(true, RIGHT, ISSUED), 'live', []],
  ['live, and in petstore:moving still', moved(facts(true, RIGHT, ISSUED)), 'live', ['move']],
  ['live, its validation record lost', lost(facts(true, RIGHT, ISSUED)), 'live', ['records', 'status']],
  [
    'live, and attached elsewhere by this run',
    facts(true, RIGHT, { ...ISSUED, ...UNKNOWN, isLeaving: true }),
    'unrouted',
    ['records', 'status'],
  ],
  // The record of a distribution is known after this run, that of a gateway once the host is attached.
  ['it leaves for a distribution', facts(false, RIGHT, { ...UNKNOWN, isLeaving: true }), 'unset', SET],
  [
    'it leaves for a gateway',
    atGateway(facts(false, RIGHT, { ...UNKNOWN, isLeaving: true })),
    'unverified',
    ['verify'],
  ],
])('%s', (_, given, stage, commands) => {
  expect(externalStage(given)).toBe(stage);
  const steps = nextSteps(given, { stack: 'production' });
  expect(steps.map(({ command }) => command)).toEqual(
    commands.map((name) =>
      name === 'pulumi up'
        ? 'pulumi up --stack production'
        : `npm run domains -- ${name} ${host} --stack production`,
    ),
  );
});

test('on the local cloud, its records go into the zone file', () => {
  const [first] = nextSteps(facts(false, ['record-missing'], {}), {
    stack: 'local',
    internetFile: 'a b.zone',
  });
  expect(first?.command).toBe(`npm run --silent domains -- records ${host} --format zone >> 'a b.zone'`);
});

test.each([
  ['unset', facts(false, ['cname-elsewhere', 'record-missing', 'doubled-name'], {})],
  ['unrouted', facts(true, ['cname-elsewhere', 'record-missing', 'doubled-name'], ISSUED)],
])('there, the step names each old line, beside which the new one is refused: %s', (_, given) => {
  const validation = `_v.${host}`;
  const records = {
    'cname-elsewhere': [change('remove', host, 'old.example')],
    'record-missing': [change('remove', validation, 'wrong.example'), change('add', validation, 'v.example')],
    'doubled-name': [change('remove', `${host}.partner.example`, 'd1.example')],
  };
  const findings = given.findings.map((one) => ({
    ...one,
    records: records[one.code as keyof typeof records],
  }));
  const steps = nextSteps({ ...given, findings }, { stack: 'local', internetFile: 'a.zone' });
  const set = steps.find(({ when }) => when.startsWith('its owner sets its records'));
  const line = (name: string, value: string) => `${name}.  300  IN  CNAME  ${value}.`;
  const lines = [
    line(host, 'old.example'),
    line(validation, 'wrong.example'),
    line(`${host}.partner.example`, 'd1.example'),
  ].join(' and the line ');
  expect(set?.when).toMatch(/, of which you then delete the line /);
  expect(set?.when).toContain(lines);
});

const OLD = { action: 'remove', name: host, type: 'CNAME', value: 'old.example', ttl: 300 } as const;
const oldPlace = facts(false, ['moving-in'], {}).findings.map((one) => ({ ...one, records: [OLD] }));
const missing = lost(facts(false, ['moving-in'], {}));

test.each<[string, ExternalFacts, boolean, string, RegExp]>([
  [
    'its certificate is requested',
    missing,
    false,
    'records',
    /validation record.*leaves that of its old place/,
  ],
  ['that is validated', facts(false, ['moving-in'], {}), false, 'verify', /routing record follows/],
  ['and it is verified', facts(true, ['moving-in'], { ...ISSUED, attached: false }), false, 'pulumi up', /./],
  [
    'its name is elsewhere',
    facts(true, ['moving-in'], { ...ISSUED, aliasWaits: true }),
    false,
    'move',
    /waits/,
  ],
  [
    'the new place has its name',
    facts(true, [], { ...ISSUED, findings: oldPlace }),
    true,
    'records',
    /replaces CNAME old\.example with its routing record/,
  ],
])('in petstore:moving its old record stays until the new place has its name: %s', (...given) => {
  const [, own, isDue, command, words] = given;
  const [first] = nextSteps(moved(own), { stack: 'production' });
  expect([isRoutingDue(moved(own)), first?.when]).toEqual([isDue, expect.stringMatching(words)]);
  expect(first?.command).toContain(command);
});

test('what prevents the verification, and what its owner changes only after it', () => {
  // A place that has the name of a host that moves in gives it up after the verification.
  const routing = ['conflicting-record', 'cname-elsewhere', 'alias-taken'] as const;
  const { findings } = facts(false, [...routing, 'caa-blocks-authority', 'wildcard-hidden', 'quota'], {});
  const codes = (list: readonly Finding[]) => list.map(({ code }) => code);
  const now = verificationFindings(findings, false);
  expect([codes(now.open), codes(now.later)]).toEqual([[...routing, 'caa-blocks-authority'], []]);
  const split = verificationFindings(findings, true);
  expect([codes(split.open), codes(split.later)]).toEqual([['caa-blocks-authority'], routing]);
});

test('a notice never prevents it, whatever its code; a record that its owner has yet to set does', () => {
  const [missing] = lost(facts(false, [], {})).findings;
  const open = (...findings: Partial<Finding>[]) =>
    verificationFindings(
      findings.map((one) => ({ ...(missing as Finding), severity: 'info', ...one })),
      false,
    ).open.length;
  expect([open({}), open({ records: [] }), open({ code: 'caa-limits-methods', records: [] })]).toEqual([
    1, 0, 0,
  ]);
});

test('removed: the records that its owner deletes, or the command that lists them', () => {
  const record = {
    purpose: 'routing',
    type: 'CNAME',
    name: host,
    value: 'd1.cloudfront.net',
    ttl: 3600,
  } as const;
  const stack = 'production';
  expect(ownersRemoval([], { stack })).toBeUndefined();
  expect(ownersRemoval([record], { stack })?.records).toEqual([
    `remove  ${host}.  3600  IN  CNAME  d1.cloudfront.net.`,
  ]);
  const commands = [`pulumi stack output hosts --stack ${stack}`];
  expect(ownersRemoval(undefined, { stack })).toMatchObject({ commands });
  expect(ownersRemoval(undefined, { stack: 'local' })?.commands).toBeUndefined();
});
