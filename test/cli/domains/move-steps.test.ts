// The steps of a move by what is known: which one is next, what it says, and the exit status.
import type { Finding } from '@petstore/custom-domains/preflight';
import { describe, expect, test } from 'vitest';
import type { DeployedHost } from '../../../cli/domains/deployed-hosts.ts';
import type { MoveFacts } from '../../../cli/domains/move/facts.ts';
import { moveStatus, moveSteps } from '../../../cli/domains/move/steps.ts';
import { moveJson, moveText } from '../../../cli/domains/move/text.ts';
import type { HostPlan } from '../../../infra/plan/types.ts';

const HOST = 'shop.example.com';
const TARGET = 'd-1.execute-api.eu-west-1.amazonaws.com';
const OLD = { type: 'CNAME', value: 'shops.platform.example' };
const ZONE = {
  provider: 'cloudflare',
  name: 'example.com',
  zoneId: '023e105f4ecef8ad9ca31a8372d0c353',
} as const;

const plan: HostPlan = {
  ...{ host: HOST, site: 'api', role: 'domain', apex: false, zone: ZONE, target: 'gateway', ttl: 3600 },
  ...{ certificateRegion: 'eu-west-1', moving: {} },
};
const waiting = { old: [OLD], isByHand: false, aliasWaits: false };
const deployed: DeployedHost = {
  ...{ site: 'api', role: 'domain', target: TARGET, certificate: 'ISSUED', records: [], waiting },
};
/** Prepared: only the record is missing. */
const prepared: MoveFacts = {
  ...{ stack: 'production', plan, deployed, findings: [], old: [{ ...OLD, ttl: 300 }], isRouted: false },
  ...{ isUnasked: false, aliases: { kind: 'none' } },
};
const named: HostPlan = { ...plan, moving: { replaces: [OLD] } };
const routed = { old: [], isRouted: true, deployed: { ...deployed, waiting: undefined } };

/** The step that is next or not known. */
function nextOf(facts: MoveFacts) {
  const step = moveSteps(facts).find(({ state }) => state === 'next' || state === 'unknown');
  return { id: step?.id, commands: step?.commands, what: step?.what };
}

test('the old place serves for as long as the old record may be remembered', () => {
  const release = (facts: Partial<MoveFacts>) => moveSteps({ ...prepared, ...facts }).at(-1)?.what;
  expect(release({})).toContain('no resolver remembers the old record, 300 s after the change');
  for (const text of [release({}), release({ stack: 'local' })])
    expect(text).toContain('out of its state (pulumi state delete URN, terraform state rm)');
  expect(release({ ...routed, plan: named })).toContain('its TTL after the change');
});

describe('the record that Pulumi cannot replace in one change', () => {
  const addresses = [
    { type: 'A', value: '192.0.2.1' },
    { type: 'AAAA', value: '2001:db8::1' },
  ];
  const byHand = (zone: HostPlan['zone'], old = addresses, apex = false) =>
    nextOf({
      ...prepared,
      ...{ plan: { ...plan, zone, apex }, old: old.map((one) => ({ ...one, ttl: 300 })) },
      deployed: { ...deployed, waiting: { old, isByHand: true, aliasWaits: false } },
    });

  const route53 = { provider: 'route53', name: 'example.com' } as const;

  test('takes its place in one batch of the DNS host, with the token or the id of the zone', async () => {
    const commands = {
      Cloudflare: byHand(ZONE),
      'Cloudflare, in another account': byHand({ ...ZONE, tokenVariable: 'PARTNER_TOKEN' }),
      'Route 53, by its id': byHand({ ...route53, zoneId: 'Z1' }, [
        ...addresses,
        { type: 'A', value: '192.0.2.2' },
      ]),
      'Route 53, by its name': byHand(route53, [OLD]),
    };
    const texts = Object.entries(commands).map(([name, next]) =>
      [`# ${name}`, ...(next.commands ?? [])].join('\n'),
    );
    await expect(`${texts.join('\n')}\n`).toMatchFileSnapshot('../../golden/domains/move-batches.txt');
  });
});

const EXTERNAL = { provider: 'external', verified: true } as const;
const unlistedPlan: HostPlan = { ...plan, moving: undefined };
const undeclared = {
  ...{ plan: unlistedPlan, deployed: undefined },
  declaring: { host: HOST, site: 'docs' },
} as const;
const found = (code: Finding['code'], severity: Finding['severity'] = 'blocked'): Finding => ({
  ...{ host: HOST, code, severity },
  ...{ found: 'what was found', why: 'why it matters', fix: 'what to do', records: [] },
});
const WAYS: Readonly<Record<string, Partial<MoveFacts>>> = {
  'nothing is deployed': { deployed: undefined },
  'an external host, nothing is deployed': {
    deployed: undefined,
    plan: { ...plan, zone: { ...EXTERNAL, verified: false } },
  },
  'the certificate failed': { deployed: { ...deployed, target: undefined, certificate: 'FAILED' } },
  'the new place does not answer': { fault: 'it responds with 403, not 200' },
  'another distribution has the name': {
    deployed: { ...deployed, waiting: { ...waiting, aliasWaits: true } },
    aliases: { kind: 'taken', by: [] },
  },
  'DNS could not be read': { findings: [found('nameservers-disagree', 'warning'), found('dns-unreadable')] },
  'DNS could not be read, and nothing is deployed': {
    ...{ deployed: undefined, findings: [found('dns-unreadable')] },
  },
  'the record is left': {},
  'the record is left, and named': { plan: named },
  'the record of an external host is left': { plan: { ...plan, zone: EXTERNAL } },
  'the record is replaced by hand': { deployed: { ...deployed, waiting: { ...waiting, isByHand: true } } },
  'the zone does not list the record': {
    deployed: { ...deployed, waiting: { ...waiting, old: [], why: 'the zone does not list it' } },
  },
  'the state has the record, and DNS leads elsewhere': { deployed: { ...deployed, waiting: undefined } },
  'the record was replaced by hand': {
    ...{ old: [], isRouted: true, deployed: { ...deployed, waiting: { ...waiting, isByHand: true } } },
  },
  'the old place is left': { ...routed, plan: named },
  'not declared, and DNS leads nowhere': { ...undeclared, old: [] },
  'not declared, and DNS leads elsewhere': undeclared,
  'not declared, a redirect': {
    ...undeclared,
    ...{ old: [], declaring: { host: HOST, site: 'docs', redirectTo: 'petstore.example' } },
  },
  'declared, and not listed': { plan: unlistedPlan, deployed: undefined },
  'declared and deployed, and not listed': { plan: unlistedPlan },
  'what is deployed is not known': { deployed: undefined, outputsUnread: 'offline' },
  'CAA keeps the certificate from being issued': {
    ...{
      deployed: undefined,
      findings: [found('caa-blocks-authority'), found('nameservers-disagree', 'warning')],
    },
  },
  'the target is missing': { deployed: { ...deployed, target: undefined } },
  'who has the name could not be found out': {
    ...{ fault: 'it responds with 403, not 200', aliases: { kind: 'unknown', why: 'no credentials' } },
  },
  'distributions of other accounts have the name': {
    aliases: {
      ...{ kind: 'taken', distribution: 'E1OWN' },
      by: [
        { domain: HOST, resource: 'E2OTHER', account: '******654321' },
        { domain: '*.example.com', resource: 'E3OTHER', account: '210987654321' },
      ],
    },
  },
  'an external host waits for its owner': {
    plan: { ...plan, zone: { ...EXTERNAL, verified: false } },
    deployed: { ...deployed, certificate: 'PENDING_VALIDATION' },
  },
  'the old record is not remembered any more': { old: [{ ...OLD, ttl: 0 }] },
  'two old records with times of their own': {
    old: [
      { ...OLD, ttl: 60 },
      { type: 'HTTPS', value: '1 .', ttl: 600 },
    ],
  },
  'the last deployment found more than is named': {
    plan: named,
    deployed: { ...deployed, waiting: { ...waiting, old: [OLD, { type: 'A', value: '192.0.2.1' }] } },
  },
  'one of the same type and another value is named': {
    plan: { ...plan, moving: { replaces: [{ type: 'CNAME', value: 'other.example' }] } },
  },
  'the zone does not list the record, which DNS no longer has': {
    ...{
      old: [],
      deployed: { ...deployed, waiting: { ...waiting, old: [], why: 'the zone does not list it' } },
    },
  },
  'all is done': { ...routed, plan: { ...plan, moving: undefined } },
};

const INITIALS = { done: '✓', next: '→', later: '·', unknown: '?' } as const;

test('the next step of every way, at AWS and on the local cloud', async () => {
  const stacks = { production: {}, local: { isUnasked: true, internetFile: '.local/internet.zone' } };
  const texts = Object.entries(WAYS).flatMap(([name, facts]) => [
    `# ${name}`,
    ...Object.entries(stacks).flatMap(([stack, own]) => {
      const steps = moveSteps({ ...prepared, stack, ...own, ...facts });
      const marks = steps.map(({ state }) => INITIALS[state]).join('');
      const next = steps.find(({ state }) => state !== 'done');
      const end = next === undefined ? 'nothing is left to do' : `${next.id}, at ${next.where}: ${next.what}`;
      return [
        `${marks} ${moveStatus(steps)} ${stack}: ${end}`,
        ...(next?.commands ?? []).map((command) => `  $ ${command}`),
        ...(next?.findings ?? []).map(({ code }) => `  finding ${code}`),
        ...(next?.change === undefined ? [] : [`  change ${JSON.stringify(next.change)}`]),
      ];
    }),
  ]);
  await expect(`${texts.join('\n')}\n`).toMatchFileSnapshot('../../golden/domains/move.txt');
});

test('only the step that is next has its findings and its commands in the text; JSON has those of all', async () => {
  const steps = moveSteps({ ...prepared, deployed: undefined, findings: [found('caa-blocks-authority')] });
  const shape = { host: HOST, stack: 'production', color: false, width: 100 };
  await expect(`${moveText(steps, shape)}\n`).toMatchFileSnapshot('../../golden/domains/move-text.txt');
  const json = JSON.parse(String(moveJson(steps, shape)));
  expect(json).toMatchObject({ host: HOST, stack: 'production', next: 'certificate' });
  expect(json.steps[1].findings).toEqual([
    {
      ...{ code: 'caa-blocks-authority', severity: 'blocked', found: 'what was found' },
      ...{ why: 'why it matters', fix: 'what to do', records: [] },
    },
  ]);
  expect(Object.keys(json.steps[5]).sort()).toEqual(['commands', 'findings', 'id', 'state', 'what', 'where']);
  expect(
    JSON.parse(String(moveJson(moveSteps({ ...prepared, ...routed, plan: unlistedPlan }), shape))).next,
  ).toBeNull();
});
