// The steps of a move by what is known: which one is next, what it says, and the exit status.
import type { Finding } from '@petstore/custom-domains/preflight';
import { expect, test } from 'vitest';
import type { DeployedHost } from '../../../cli/domains/deployed-hosts.ts';
import type { MoveFacts } from '../../../cli/domains/move/facts.ts';
import { moveJson, moveText } from '../../../cli/domains/move/move.ts';
import type { MoveStep } from '../../../cli/domains/move/step.ts';
import { moveStatus, moveSteps } from '../../../cli/domains/move/steps.ts';
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
  ...{
    isUnasked: false,
    isValidationSet: false,
    aliases: { kind: 'none' },
    declaring: undefined,
    given: [],
    otherStack: undefined,
    fault: undefined,
  },
};
const named: HostPlan = { ...plan, moving: { replaces: [OLD] } };
const routed = { old: [], isRouted: true, deployed: { ...deployed, waiting: undefined } };

const route53 = { provider: 'route53', name: 'example.com' } as const;
const addresses = ['192.0.2.1', '192.0.2.2'].map((value) => ({ type: 'A', value }));
/** Of records that Pulumi cannot replace in one change. */
const byHand = (zone: HostPlan['zone'], old: (typeof OLD)[], apex = false): Partial<MoveFacts> => ({
  ...{ plan: { ...plan, zone, apex }, old: old.map((one) => ({ ...one, ttl: 300 })) },
  deployed: { ...deployed, waiting: { old, isByHand: true, aliasWaits: false } },
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
const waitsWith = (more: object) => ({ deployed: { ...deployed, waiting: { ...waiting, ...more } } });
const unverified: HostPlan = { ...plan, zone: { ...EXTERNAL, verified: false } };
const fault = 'it responds with 403, not 200';
const holder = (domain: string, resource: string, account: string) => ({ domain, resource, account });
const WAYS: Readonly<Record<string, Partial<MoveFacts>>> = {
  'nothing is deployed': { deployed: undefined },
  'the certificate failed': { deployed: { ...deployed, target: undefined, certificate: 'FAILED' } },
  'the new place does not answer': { fault },
  'another distribution has the name': {
    ...{ ...waitsWith({ aliasWaits: true }), aliases: { kind: 'taken', by: [] } },
  },
  'DNS could not be read': { findings: [found('nameservers-disagree', 'warning'), found('dns-unreadable')] },
  'the record is left': {},
  'the record is left, and named': { plan: named },
  'the record of an external host is left': { plan: { ...plan, zone: EXTERNAL } },
  'the record is replaced by hand': byHand(ZONE, [OLD]),
  'the same, at Route 53 by its name': byHand(route53, [OLD]),
  'the same, at its apex, whose record is an alias': byHand(route53, addresses, true),
  'the same, of an alias set, whose addresses are not what the zone has': {
    ...byHand(route53, [{ type: 'A', value: 'd2.cloudfront.net' }]),
  },
  'the zone does not list the record': waitsWith({ old: [], why: 'the zone does not list it' }),
  'the state has the record, and DNS leads elsewhere': { deployed: { ...deployed, waiting: undefined } },
  'the record was replaced by hand': { old: [], isRouted: true, ...waitsWith({ isByHand: true }) },
  'the old place is left': { ...routed, plan: named },
  'not declared, and DNS leads nowhere': { ...undeclared, old: [] },
  'not declared, and DNS leads elsewhere': undeclared,
  'not declared, a redirect': {
    ...{ ...undeclared, old: [], declaring: { host: HOST, site: 'docs', redirectTo: 'petstore.example' } },
  },
  'declared, and not listed': { plan: unlistedPlan, deployed: undefined },
  'declared and deployed, and not listed': { plan: unlistedPlan },
  'what is deployed is not known': { deployed: undefined, outputsUnread: 'offline' },
  'CAA keeps the certificate from being issued': {
    deployed: undefined,
    findings: [found('caa-blocks-authority'), found('nameservers-disagree', 'warning')],
  },
  'who has the name could not be found out': {
    ...{ fault, aliases: { kind: 'unknown', why: 'no credentials' } },
  },
  'distributions of other accounts have the name': {
    aliases: {
      ...{ kind: 'taken', distribution: 'E1OWN' },
      by: [holder(HOST, 'E2OTHER', '******654321'), holder('*.example.com', 'E3OTHER', '210987654321')],
    },
  },
  'an external host was declared while DNS leads it elsewhere': {
    plan: { ...unverified, moving: undefined },
    deployed: { ...deployed, certificate: 'PENDING_VALIDATION', waiting: undefined },
  },
  'an external host waits for its owner': {
    plan: unverified,
    deployed: { ...deployed, certificate: 'PENDING_VALIDATION' },
  },
  'its owner has set the validation record': {
    plan: unverified,
    deployed: { ...deployed, certificate: 'PENDING_VALIDATION' },
    isValidationSet: true,
  },
  'the old record is not remembered any more': { old: [{ ...OLD, ttl: 0 }] },
  'two old records with times of their own': {
    old: [60, 600].map((ttl) => ({ ...OLD, ttl })),
  },
  'the last deployment found more than is named': {
    plan: named,
    ...waitsWith({ old: [OLD, ...addresses] }),
  },
  'the zone does not list the record, which DNS no longer has': {
    ...{ ...waitsWith({ old: [], why: 'the zone does not list it' }), old: [] },
  },
  'all is done': { ...routed, plan: { ...plan, moving: undefined } },
};

/** The file with the change of a step, on one line. */
function changed({ change }: MoveStep, { plan: { moving }, declaring }: MoveFacts): string[] {
  if (change === undefined) return [];
  const docs = `{ primary: petstore.example${declaring === undefined ? `, domains: [${HOST}]` : ''} }`;
  const text = `config:\n  petstore:docs: ${docs}\n${moving === undefined ? '' : `  petstore:moving: [${HOST}]\n`}`;
  const edited = change({ name: 'Pulumi.production.yaml', text });
  return [`  file ${'text' in edited && edited.text.trimEnd().replaceAll(/\n */g, ' ')}`];
}

const INITIALS = { done: '✓', next: '→', later: '·', unknown: '?' } as const;

test('the next step of every way, at AWS and on the local cloud', async () => {
  const stacks = { production: {}, local: { isUnasked: true, internetFile: '.local/internet.zone' } };
  const texts = Object.entries(WAYS).flatMap(([name, facts]) => [
    `# ${name}`,
    ...Object.entries(stacks).flatMap(([stack, own]) => {
      const all = { ...prepared, stack, ...own, ...facts };
      const steps = moveSteps(all);
      const marks = steps.map(({ state }) => INITIALS[state]).join('');
      const next = steps.find(({ state }) => state !== 'done');
      const end = next === undefined ? 'nothing is left to do' : `${next.id}, at ${next.where}: ${next.what}`;
      return [
        `${marks} ${moveStatus(steps)} ${stack}: ${end}`,
        ...(next?.commands ?? []).map((command) => `  $ ${command}`),
        ...(next?.findings ?? []).map(({ code }) => `  finding ${code}`),
        ...(next === undefined ? [] : changed(next, all)),
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
  const { host: _, ...finding } = found('caa-blocks-authority');
  expect(json.steps[1].findings).toEqual([finding]);
  expect(Object.keys(json.steps[5]).sort()).toEqual(['commands', 'findings', 'id', 'state', 'what', 'where']);
  expect(
    JSON.parse(String(moveJson(moveSteps({ ...prepared, ...routed, plan: unlistedPlan }), shape))).next,
  ).toBeNull();
});
