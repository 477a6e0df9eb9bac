// How far a host is, and what is next: the stages of every situation, what each command says of them, and the commands that follow.
import { type Finding, type Observation, renewalOf } from '@petstore/custom-domains/preflight';
import { describe, expect, test } from 'vitest';
import { hostStatusText } from '../../../cli/domains/formats/text.ts';
import { type HostReport, reportOf } from '../../../cli/domains/hosts.ts';
import { moveJson, moveText, statusOf } from '../../../cli/domains/move/move.ts';
import type { DeployedHost } from '../../../infra/hosts/host-output.ts';
import { verificationFindings } from '../../../infra/hosts/judge.ts';
import { firstOpen } from '../../../infra/hosts/lifecycle.ts';
import { ownersRemoval } from '../../../infra/hosts/removal.ts';
import type { Audience } from '../../../infra/plan/stack-option.ts';
import type { HostPlan } from '../../../infra/plan/types.ts';
import { change, external, finding, type Given, HOST, OUTPUT, PLAN, readingOf } from './readings.ts';

const PENDING: DeployedHost = { ...OUTPUT, certificate: 'PENDING_VALIDATION' };
const FAILED: DeployedHost = { ...OUTPUT, certificate: 'FAILED' };
const TARGET = 'd1.cloudfront.test';

const onBoth = { found: `CNAME to ${TARGET}, on both of its servers` };
const configured = finding('already-configured', 'info', onBoth);
const validation = change('add', `_v.${HOST}`, '_x.acm.test', 'CNAME', 3600);
const unvalidated = { found: `no validation record at ${validation.name}`, records: [validation] };
const lost = (severity?: Finding['severity']) => finding('record-missing', severity, unvalidated);
const unrouted = finding('record-missing', 'warning', { records: [change('add', HOST, TARGET)] });
const caa = finding('caa-blocks-authority', 'blocked');

const certificate = {
  ...{ issuer: 'Amazon', names: [HOST] },
  ...{ notBefore: new Date('2026-11-01T00:00:00Z'), notAfter: new Date('2027-05-18T00:00:00Z') },
};
/** Of that certificate, so many days before its end. */
const renewalAt = (days: number) =>
  renewalOf(certificate, new Date(certificate.notAfter.getTime() - days * 86_400_000));
const responded = { status: 200, certificate, renewal: renewalAt(190) };
const seen = { kind: 'seen' } as const;
const unseen = { kind: 'unseen' } as const;
const waits: Given = { output: PENDING, validation: unseen };
const routing: Given = { output: OUTPUT, target: TARGET, validation: seen };
const live: Given = { ...routing, findings: [configured], response: responded };

/** Of a host whose owner sets its records. */
const owners = (verified: boolean, codes: readonly Finding['code'][], more: Given = {}): Given => ({
  ...{ plan: external(verified), output: PENDING, target: TARGET },
  findings: codes.map((code) => (code === 'already-configured' ? configured : finding(code))),
  ...more,
});
const moving = (given: Given): Given => ({ ...given, plan: { ...(given.plan ?? PLAN), moving: {} } });
const losing = (given: Given): Given => ({ ...given, findings: [...(given.findings ?? []), lost()] });
const UNKNOWN = { target: undefined };
const UNATTACHED = { output: { ...OUTPUT, attached: false } };
const ISSUED = { output: { ...OUTPUT, target: TARGET } };
const TAKEN = { output: { ...ISSUED.output, waiting: { old: [], isByHand: false, aliasWaits: true } } };
const RIGHT = ['already-configured'] as const;
const oldPlace = [finding('moving-in', 'info', { records: [change('remove', HOST, 'old.example')] })];

const STATES: Readonly<Record<string, Given>> = {
  'not deployed': {},
  'not deployed, and blocked': { findings: [caa] },
  'waiting for its validation record': waits,
  'its validation record on one server': { ...waits, validation: { kind: 'partly', server: 'ns1' } },
  'its validation record with another value': { ...waits, validation: { kind: 'other' } },
  'its certificate requested': { output: PENDING, validation: seen },
  'the same, external': { plan: external(true), output: PENDING, validation: seen },
  'requested again': { ...waits, output: { ...PENDING, earlierRequest: 'VALIDATION_TIMED_OUT' } },
  'its deployment failed': { output: FAILED, findings: [configured] },
  'failed, with its reason': { output: { ...FAILED, reason: 'CAA_ERROR' }, findings: [caa] },
  'live, though its last deployment failed': { ...live, output: { ...OUTPUT, failed: true } },
  'without its routing record': { ...routing, findings: [unrouted], wait: 300 },
  'without it, for hours': { ...routing, findings: [unrouted], wait: 7_300 },
  'a CNAME record that leads elsewhere': {
    ...{ ...routing, findings: [finding('nameservers-disagree'), finding('cname-elsewhere')] },
  },
  'its old place serves it until it moves': {
    ...{ ...routing, plan: { ...PLAN, moving: {} }, findings: [finding('moving-in', 'info')] },
    output: { ...OUTPUT, target: TARGET, waiting: { old: [], isByHand: false, aliasWaits: false } },
  },
  'external, and not attached before its validation record is': {
    ...{ plan: external(false), output: PENDING, target: TARGET, validation: seen },
  },
  live,
  'external and verified, complete': { plan: external(true), output: OUTPUT, findings: [configured] },
  'external and verified, before cut-over': { plan: external(true), output: OUTPUT, findings: [unrouted] },
  'external and not verified, although complete': {
    ...{ plan: external(false), output: OUTPUT, findings: [configured] },
  },
  'live, and its next renewal would fail': {
    ...{ ...live, validation: unseen, findings: [configured, lost()] },
    response: { ...responded, renewal: renewalAt(120) },
  },
  'live, and its renewal will fail soon': {
    ...{ ...live, validation: unseen, findings: [lost('blocked'), configured] },
    response: { ...responded, renewal: renewalAt(59) },
  },
  'live, and ACM has not renewed it': {
    ...{ ...live, findings: [finding('certificate-not-renewed'), configured] },
    response: { ...responded, renewal: renewalAt(50) },
  },
  'live, a resolver still has the old record': {
    ...{ ...live, wait: 90, response: { ...responded, status: 301, location: 'https://partner.example/' } },
  },
  'a certificate that is not trusted': {
    ...live,
    response: {
      ...{ ...responded, certificate: { ...certificate, distrust: 'self-signed' } },
      fault: 'its certificate is not trusted: self-signed',
    },
  },
  'no response, and a warning': {
    ...{ ...live, findings: [configured, finding('nameservers-disagree')] },
    response: { fault: 'it does not respond: ECONNREFUSED' },
  },
  'not deployed, and in petstore:moving': moving({}),
  'external, and not deployed': owners(false, [], { output: undefined }),
  'external, and its deployment failed': owners(true, [], { output: FAILED }),
  'external: a record is missing': owners(false, ['record-missing']),
  // What no record fixes is fixed first, with the records or alone.
  'external: CAA too': owners(false, ['caa-blocks-authority', 'record-missing']),
  'external: CAA alone': owners(false, ['caa-blocks-authority', ...RIGHT]),
  'external: its old record is there': owners(false, ['cname-elsewhere']),
  'external: it is there, its target not known': owners(false, ['cname-elsewhere'], UNKNOWN),
  'external: an apex whose target is not known': owners(false, ['apex-needs-alias'], UNKNOWN),
  'external: its records are right': owners(false, RIGHT),
  'external and verified': owners(true, RIGHT),
  'external and verified: its validation record lost before it was issued': losing(owners(true, RIGHT)),
  'external and issued, and not attached': owners(true, RIGHT, UNATTACHED),
  'external and issued': owners(true, ['record-missing'], ISSUED),
  'external and live': owners(true, RIGHT, ISSUED),
  'external and live, and in petstore:moving still': moving(owners(true, RIGHT, ISSUED)),
  'external and live, its validation record lost': losing(owners(true, RIGHT, ISSUED)),
  // Its old record stays until the new place has its name.
  'external, in petstore:moving': losing(moving(owners(false, ['moving-in']))),
  'external, in petstore:moving: its certificate is validated': moving(owners(false, ['moving-in'])),
  'external, in petstore:moving: it is verified': moving(owners(true, ['moving-in'], UNATTACHED)),
  'external, in petstore:moving: its name is elsewhere': moving(owners(true, ['moving-in'], TAKEN)),
  'external, in petstore:moving: the new place has its name': {
    ...{ ...moving(owners(true, [], ISSUED)), findings: oldPlace },
  },
};

/** Nothing was found that a report would show. */
const OBSERVATION: Observation = {
  ...{ host: HOST, at: 0, resolverOnly: false, views: [], doubled: [], caa: [] },
  cut: { kind: 'zone', name: 'partner.example', negativeTtl: 300, missing: [] },
};

const reported = (given: Given, audience: Audience = { stack: 'production', words: [] }): HostReport =>
  reportOf({ ...readingOf(given), observation: OBSERVATION }, audience);

const statusText = (given: Given, stack: string): string =>
  String(hostStatusText(reported(given, { stack, words: [] }), { stack, color: false, width: 100 }));

test('each state of a host as status prints it', async () => {
  const textOf = (given: Given) => statusText(given, 'production');
  const texts = Object.entries(STATES).map(([name, given]) => `# ${name}\n${textOf(given)}`);
  await expect(`${texts.join('\n\n')}\n`).toMatchFileSnapshot('../../golden/domains/status.txt');
});

const kept = { target: 'gateway', until: '2027-01-01T00:00:00Z' } as const;

test('a former place that is kept is not released yet, and leaves the host live, with nothing to do', () => {
  const given = { ...live, output: { ...OUTPUT, kept } };
  const report = reported(given);
  expect(report.steps.filter(({ state }) => state !== 'done')).toMatchObject([
    { id: 'released', reason: 'kept', state: 'now', findings: [] },
  ]);
  expect([report.state, firstOpen(report.steps)]).toEqual(['live', undefined]);
  expect(report.next).toEqual([]);
  expect(statusText(given, 'production')).toContain('… released      its former gateway is kept until');
});

test('on the local stack nobody runs Pulumi: npm run local deploys', () => {
  const all = [...Object.values(STATES), { output: { ...OUTPUT, kept } }];
  const texts = all.map((given) => statusText(given, 'local'));
  expect(texts.filter((one) => one.includes('pulumi'))).toEqual([]);
  expect(texts.filter((one) => one.includes('npm run local')).length).toBeGreaterThan(3);
});

describe('an external host', () => {
  test('on the local cloud its records go into the zone file, and the step names each old line, beside which the new one is refused', () => {
    const old = change('remove', HOST, 'old.example');
    const wrong = change('remove', validation.name, 'wrong.example');
    const doubled = change('remove', `${HOST}.partner.example`, 'd1.example');
    const findings = [
      finding('cname-elsewhere', 'warning', { records: [old] }),
      finding('record-missing', 'warning', { records: [wrong, validation] }),
      finding('doubled-name', 'warning', { records: [doubled] }),
    ];
    const line = ({ name, value }: typeof old) => `${name}.  300  IN  CNAME  ${value}.`;
    const lines = [old, wrong, doubled].map(line).join(' and the line ');
    const local = { stack: 'local', internetFile: 'a b.zone', words: [] };
    for (const given of [owners(false, [], { findings }), owners(true, [], { ...ISSUED, findings })]) {
      const { next } = reported(given, local);
      const set = next.find(({ when }) => when.startsWith('its owner sets its records'));
      expect(set?.command).toBe(`npm run --silent domains -- records ${HOST} --format zone >> 'a b.zone'`);
      expect(set?.when).toMatch(/, of which you then delete the line /);
      expect(set?.when).toContain(lines);
    }
  });

  test('what prevents the verification, and what its owner changes only after it', () => {
    // A place that has the name of a host that moves in gives it up after the verification.
    const routed = ['conflicting-record', 'cname-elsewhere', 'alias-taken'] as const;
    const given = owners(false, [...routed, 'caa-blocks-authority', 'wildcard-hidden', 'quota']);
    const codes = (list: readonly Finding[]) => list.map(({ code }) => code);
    const split = (one: Given) => verificationFindings(readingOf(one));
    expect(codes(split(given).open)).toEqual([...routed, 'caa-blocks-authority']);
    expect([codes(split(moving(given)).open), codes(split(moving(given)).later)]).toEqual([
      ['caa-blocks-authority'],
      routed,
    ]);
  });

  test('a notice never prevents it, whatever its code; a record that its owner has yet to set does', () => {
    const open = (one: Finding) =>
      verificationFindings(readingOf(owners(false, [], { findings: [one] }))).open.length;
    const found = [lost('info'), finding('record-missing', 'info'), finding('caa-limits-methods', 'info')];
    expect(found.map(open)).toEqual([1, 0, 0]);
  });
});

describe('a move', () => {
  const ZONE = { ...PLAN.zone, name: 'example.com' } as HostPlan['zone'];
  const host = 'shop.example.com';
  const plan: HostPlan = {
    ...{ host, site: 'api', role: 'domain', apex: false, zone: ZONE, target: 'gateway', ttl: 3600 },
    ...{ certificateRegion: 'eu-west-1', moving: {} },
  };
  const OLD = { type: 'CNAME', value: 'shops.platform.example' };
  const target = 'd-1.execute-api.eu-west-1.amazonaws.com';
  const waiting = { old: [OLD], isByHand: false, aliasWaits: false };
  const output: DeployedHost = { ...OUTPUT, site: 'api', target, waiting };
  /** What DNS has in the way. */
  const old = (...all: { readonly type: string; readonly value: string; readonly ttl?: number }[]) => {
    const records = all.map(({ type, value, ttl = 300 }) => change('remove', host, value, type, ttl));
    const elsewhere = finding('cname-elsewhere', 'blocked', { records });
    return { found: [records.length === 0 ? configured : elsewhere] };
  };
  /** Prepared: only the record is missing. */
  const prepared: Given = { plan, output, target, validation: seen, move: {}, ...old(OLD) };
  const settled = { ...output, waiting: undefined };
  const routed: Given = { ...old(), findings: [configured], output: settled };
  const named: HostPlan = { ...plan, moving: { replaces: [OLD] } };
  const unlisted: HostPlan = { ...plan, moving: undefined };
  const partners = (verified: boolean): HostPlan => ({ ...plan, zone: { provider: 'external', verified } });
  const route53 = { provider: 'route53', name: 'example.com' } as const;
  const addresses = ['192.0.2.1', '192.0.2.2'].map((value) => ({ type: 'A', value }));
  const waitsWith = (more: object) => ({ output: { ...output, waiting: { ...waiting, ...more } } });
  /** Of records that Pulumi cannot replace in one change. */
  const byHand = (zone: HostPlan['zone'], records: (typeof OLD)[], apex = false): Given => ({
    ...{ plan: { ...plan, zone, apex }, ...waitsWith({ old: records, isByHand: true }), ...old(...records) },
  });
  const declaring = { host, site: 'docs' } as const;
  const undeclared: Given = { plan: unlisted, output: undefined, move: { declaring } };
  const asked = 'it responds with 403, not 200';
  const holder = (Domain: string, ResourceId: string, AccountId: string) =>
    ({ Domain, ResourceId, AccountId, ResourceType: 'distribution' }) as const;
  const unread = [finding('nameservers-disagree'), finding('dns-unreadable', 'blocked')];
  const pending = { ...output, certificate: 'PENDING_VALIDATION' };

  const WAYS: Readonly<Record<string, Given>> = {
    'nothing is deployed': { output: undefined },
    'the certificate failed': { output: { ...output, target: undefined, certificate: 'FAILED' } },
    'the new place does not answer': { move: { fault: asked } },
    'another distribution has the name': {
      ...{ ...waitsWith({ aliasWaits: true }), move: { aliases: { kind: 'taken', by: [] } } },
    },
    'the other distribution has given the name up': {
      ...{ ...waitsWith({ aliasWaits: true }), plan: partners(true) },
    },
    'DNS could not be read': { findings: unread, found: unread },
    'the record is left': {},
    'the record is left, and named': { plan: named },
    'the record of an external host is left': { plan: partners(true) },
    'the record is replaced by hand': byHand(ZONE, [OLD]),
    'the same, at Route 53 by its name': byHand(route53, [OLD]),
    'the same, at Route 53 by its id': byHand({ ...route53, zoneId: 'Z0EXAMPLE' }, [OLD]),
    'the same, at its apex, whose record is an alias': byHand(route53, addresses, true),
    'the same, of an alias set, whose addresses are not what the zone has': {
      ...{ ...byHand(route53, [{ type: 'A', value: 'd2.cloudfront.net' }]), ...old(OLD) },
    },
    'the zone does not list the record': waitsWith({ old: [], why: 'the zone does not list it' }),
    'the state has the record, and DNS leads elsewhere': { output: settled },
    'the record was replaced by hand': { ...routed, ...waitsWith({ isByHand: true }) },
    'the old place is left': { ...routed, plan: named },
    'not declared, and DNS leads nowhere': { ...undeclared, ...old() },
    'not declared, and DNS leads elsewhere': undeclared,
    'not declared, and in another stack': {
      ...{ ...undeclared, ...old(), move: { ...undeclared.move, otherStack: { stack: 'staging' } } },
    },
    'not declared, and DNS could not be read': { ...undeclared, findings: unread, found: unread },
    'not declared, a redirect': {
      ...{ ...undeclared, ...old(), move: { declaring: { ...declaring, redirectTo: 'petstore.example' } } },
    },
    'declared, and not listed': { plan: unlisted, output: undefined },
    'declared and deployed, and not listed': { plan: unlisted },
    'CAA keeps the certificate from being issued': {
      ...{ output: undefined, findings: [caa, finding('nameservers-disagree')] },
    },
    'who has the name could not be found out': {
      move: { fault: asked, aliases: { kind: 'unknown', why: 'no credentials' } },
    },
    'distributions of other accounts have the name': {
      move: {
        aliases: {
          ...{ kind: 'taken', distribution: 'E1OWN' },
          by: [holder(host, 'E2OTHER', '******654321'), holder('*.example.com', 'E3OTHER', '210987654321')],
        },
      },
    },
    'an external host was declared while DNS leads it elsewhere': {
      ...{ plan: { ...partners(false), moving: undefined }, output: { ...pending, waiting: undefined } },
    },
    'an external host waits for its owner': {
      ...{ plan: partners(false), output: pending, findings: [lost()], validation: unseen },
    },
    'its owner has set the validation record': { plan: partners(false), output: pending },
    'the old record is not remembered any more': old({ ...OLD, ttl: 0 }),
    'two old records with times of their own': old({ ...OLD, ttl: 60 }, { ...OLD, ttl: 600 }),
    'the last deployment found more than is named': {
      ...{ plan: named, ...waitsWith({ old: [OLD, ...addresses] }) },
    },
    'the zone does not list the record, which DNS no longer has': {
      ...{ ...waitsWith({ old: [], why: 'the zone does not list it' }), found: [] },
    },
    'all is done': { ...routed, plan: unlisted },
  };

  /** The file with the change of a stage, on one line. */
  function changed({ steps, plan, newPlace }: HostReport): string[] {
    const { edit } = firstOpen(steps) ?? {};
    if (edit === undefined) return [];
    const { moving } = plan;
    const domains = newPlace?.declaring === undefined ? `, domains: [${host}]` : '';
    const text = `config:\n  petstore:docs: { primary: petstore.example${domains} }\n${moving === undefined ? '' : `  petstore:moving: [${host}]\n`}`;
    const edited = edit({ name: 'Pulumi.production.yaml', text });
    return [`  file ${'text' in edited && edited.text.trimEnd().replaceAll(/\n */g, ' ')}`];
  }

  const INITIALS = { done: '✓', now: '→', later: '·', unknown: '?' } as const;
  const wayOf = (given: Given, audience?: Audience, own: Given['move'] = {}) =>
    reported({ ...prepared, ...given, move: { ...own, ...given.move } }, audience);

  test('the next stage of every way, at AWS and on the local cloud', async () => {
    const stacks = {
      production: [{ stack: 'production', words: [] }, {}],
      local: [{ stack: 'local', internetFile: '.local/internet.zone', words: [] }, { isUnasked: true }],
    } as const;
    const texts = Object.entries(WAYS).flatMap(([name, given]) => [
      `# ${name}`,
      ...Object.entries(stacks).flatMap(([stack, [audience, own]]) => {
        const report = wayOf(given, audience, own);
        const marks = report.steps.map(({ state }) => INITIALS[state]).join('');
        const next = firstOpen(report.steps);
        const end = next && `${next.id}, at ${next.where}: ${next.text}`;
        return [
          `${marks} ${statusOf(next)} ${stack}: ${end ?? 'nothing is left to do'}`,
          ...(next?.commands ?? []).map((command) => `  $ ${command}`),
          ...(next?.findings ?? []).map(({ code }) => `  finding ${code}`),
          ...changed(report),
        ];
      }),
    ]);
    await expect(`${texts.join('\n')}\n`).toMatchFileSnapshot('../../golden/domains/move.txt');
  });

  test('before its deployment, the local cloud does not know how the record is replaced', () => {
    const report = wayOf({ output: undefined }, { stack: 'local', words: [] }, { isUnasked: true });
    expect(report.steps.find(({ id }) => id === 'routing')?.text).toMatch(/once the host is deployed$/);
  });

  test('where it is live has the port of the local cloud', () => {
    const { steps } = wayOf({ output: { ...output, url: `https://${host}:8443/v1` } });
    expect(steps.find(({ id }) => id === 'live')?.where).toBe(`https://${host}:8443`);
  });

  test('only the stage that is next has its findings and its commands in the text; JSON has the commands of all', async () => {
    const report = wayOf({ output: undefined, findings: [caa] });
    const text = moveText(report, 'production', { color: false, width: 100 });
    await expect(`${text}\n`).toMatchFileSnapshot('../../golden/domains/move-text.txt');
    const json = JSON.parse(String(moveJson(report, 'production')));
    expect(json).toMatchObject({ host, stack: 'production', next: 'records' });
    const { host: _, ...found } = caa;
    expect(json.steps[1].findings).toEqual([found]);
    expect(Object.keys(json.steps[5]).sort().join()).toBe('by,commands,findings,id,state,what,where');
    const ended = wayOf({ ...routed, plan: unlisted });
    expect(JSON.parse(String(moveJson(ended, 'production'))).next).toBeNull();
  });
});

test('removed: the records that its owner deletes, or the command that lists them', async () => {
  const record = { purpose: 'routing', type: 'CNAME', name: HOST, value: TARGET, ttl: 3600 } as const;
  const removal = (records: readonly (typeof record)[] | undefined, stack = 'production') =>
    ownersRemoval(records, undefined, { stack, words: [] });
  expect(await removal([])).toBeUndefined();
  expect((await removal([record]))?.records).toEqual([`remove  ${HOST}.  3600  IN  CNAME  ${TARGET}.`]);
  const commands = ['pulumi stack output hosts --stack production'];
  expect(await removal(undefined)).toMatchObject({ commands });
  expect((await removal(undefined, 'local'))?.commands).toBeUndefined();
  const local = { stack: 'local', internetFile: 'a.zone', words: [] };
  expect((await ownersRemoval([record], undefined, local))?.what).toContain(
    ' (on the local cloud, in a.zone):',
  );
});
