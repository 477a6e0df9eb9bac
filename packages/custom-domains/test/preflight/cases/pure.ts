// Findings for the golden file that do not come from one host's DNS alone: adoption, moves, redirects, renewals, targets.
import type { CheckedHost, Finding, FindingCode } from '../../../src/preflight/finding.ts';
import { failed } from '../../../src/preflight/reader/answer.ts';
import { guardRenewal, type Renewal } from '../../../src/preflight/renewal/guard.ts';
import { withAdoption } from '../../../src/preflight/rules/adoptable.ts';
import { caaOfNewTarget } from '../../../src/preflight/rules/caa.ts';
import { respondsElsewhere } from '../../../src/preflight/rules/conflicts.ts';
import { withMove } from '../../../src/preflight/rules/moving.ts';
import { redirectsToBlocked } from '../../../src/preflight/rules/redirect-target.ts';
import { rememberedFor } from '../../../src/preflight/rules/remembered.ts';
import { finding } from '../../../src/preflight/rules/rule.ts';
import type { TargetState } from '../../../src/takeover/observe-target.ts';
import { platformOf } from '../../../src/takeover/platforms.ts';
import { targetFindings } from '../../../src/takeover/rule.ts';
import { cloudflareHost, externalHost } from '../plans.ts';
import { apex, docs, host, target, zone } from '../scenario.ts';

const TEXT = { found: 'found', why: 'why', fix: 'fix' };
const gateway = cloudflareHost('api.example.com', 'example.com');
const conflict: Finding = finding(gateway, 'cname-elsewhere', 'blocked', TEXT, [
  {
    action: 'remove',
    name: gateway.host,
    type: 'CNAME',
    value: 'd-1.execute-api.eu-west-1.amazonaws.com',
    ttl: 300,
  },
]);
const taken: Finding = { ...conflict, code: 'alias-taken' };
const served = { resources: ['the domain name d-1'], isServed: true, differing: [] };
const adopted = (adoption: Parameters<typeof withAdoption>[2], findings = [conflict]) =>
  withAdoption(gateway, findings, adoption).slice(0, 1);
const moved = (step: Parameters<typeof withMove>[2]['step'], region: string, findings: readonly Finding[]) =>
  withMove(gateway, findings, { step, region, command: (name) => `own-tool ${name}` });

const observed = { host: zone, resolverOnly: false, views: [], doubled: [], caa: [] } as const;
const cut = { kind: 'zone', name: zone, negativeTtl: 300, missing: [] } as const;
const responding = (responder: 'distribution' | 'none') =>
  respondsElsewhere(externalHost(zone), {
    ...{ ...observed, cut },
    expected: {
      ...{ expected: { target, kind: 'gateway', attached: true }, validation: [], doubledValidation: [] },
      ...{ responder, hostAddresses: ['192.0.2.80'], targetAddresses: ['192.0.2.80'] },
    },
  });
const redirected = (code: FindingCode) => {
  const www = { ...cloudflareHost(`www.${zone}`, zone), redirect: { to: `https://${zone}` } };
  const checked = [
    { plan: www, findings: [] },
    { plan: apex, findings: [finding(apex, code, 'blocked', TEXT)] },
  ];
  return redirectsToBlocked(checked as unknown as CheckedHost[], new Set()).get(www.host) ?? [];
};
const remembered = (back: string) => {
  const before = { target: 'distribution', redirect: { to: `https://${zone}`, status: 308 } } as const;
  return rememberedFor(docs, { ...observed, cut }, before, [{ ...apex, redirect: { to: back } }]);
};

const NOW = new Date('2027-01-01');
const renewing = (progress: Renewal['progress'], guardedFrom: string, findings: readonly Finding[] = []) => {
  const renewal = { progress, daysLeft: 40, notAfter: new Date('2027-02-10') };
  return guardRenewal(host, findings, { ...renewal, guardedFrom: new Date(guardedFrom) }, NOW);
};
const lost = finding(host, 'record-missing', 'warning', TEXT, [
  { action: 'add', name: `_v.${host.host}`, type: 'CNAME', value: '_x.acm.test', ttl: 3600 },
]);

const leads = (end: string, more: Partial<TargetState & { kind: 'leads' }> = {}): TargetState => ({
  ...{ kind: 'leads', end, exists: false, isSynthesised: false, platform: platformOf(end) },
  ...{ chain: [{ name: 'shop.example.com', type: 'CNAME', ttl: 300, value: end }], ...more },
});
const page = (end: string, body: string) =>
  leads(end, { exists: true, page: { kind: 'page', address: '192.0.2.9', status: 404, body } });
const leading = (state: TargetState, deleted?: string) => targetFindings('shop.example.com', state, deleted);
const GITHUB = "There isn't a GitHub Pages site here.";
const BUCKET = 'shop.s3-website-eu-west-1.amazonaws.com';
const forbids = {
  ...({ kind: 'found', authoritative: true, chain: [] } as const),
  records: [
    {
      ...{ name: 'cdn.test', type: 'CAA', ttl: 60, value: '0 issue "letsencrypt.org"' },
      caa: { flags: 0, tag: 'issue', value: 'letsencrypt.org' },
    },
  ],
};

/** Findings of rules that judge more than one host's DNS. */
export const PURE: Readonly<Record<string, readonly Finding[]>> = {
  'adoptable: not listed': adopted({ declared: false, existing: served }),
  'adoptable: listed': adopted({ declared: true, existing: served }),
  'adoptable: several': adopted({
    declared: true,
    existing: { ...served, resources: ['the domain name d-1', 'the record CNAME d-1'] },
  }),
  'adoptable: its id is missing': adopted({
    declared: true,
    existing: { ...served, missingId: 'its mapping' },
  }),
  'adoptable: the account refuses': adopted({ declared: true, failure: 'denied' }),
  'adoptable: without the account': adopted({ declared: true }),
  'moving in: prepares': moved({ kind: 'prepares' }, 'us-east-1', [conflict, taken]),
  'moving in: replaces': moved({ kind: 'replaces' }, 'us-east-1', [conflict]),
  'moving in: waits': moved({ kind: 'waits', why: 'it differs', fix: 'name it' }, 'us-east-1', []),
  'moving in: a domain name of the region': moved({ kind: 'prepares' }, 'eu-west-1', [conflict]),
  'another service responds': responding('distribution'),
  'no service responds': responding('none'),
  'a redirect to a blocked host': redirected('cname-elsewhere'),
  'a redirect to a host that could not be read': redirected('dns-unreadable'),
  'a permanent redirect is remembered': remembered('https://other.test'),
  'a permanent redirect back': remembered(`https://${docs.host}`),
  'renewal: late': renewing('late', '2026-12-01'),
  'renewal: the validation record is missing': renewing('in-time', '2027-01-02', [lost]),
  'renewal: it is missing, and time is short': renewing('in-time', '2026-12-31', [lost]),
  'a new target: its CAA forbids': caaOfNewTarget(externalHost(`shop.${zone}`), 'cdn.test', forbids),
  'a new target: unreadable': caaOfNewTarget(
    externalHost(`shop.${zone}`),
    'cdn.test',
    failed('timeout', 'no response'),
  ),
  'a new target: a referral': caaOfNewTarget(externalHost(`shop.${zone}`), 'cdn.test', {
    ...{ kind: 'referral', zone: 'test', nameServers: [] },
  }),
  'leads to: not read': leading({ kind: 'unread', failure: failed('servfail', 'SERVFAIL') }),
  'leads to: claimable': leading(leads('old.eu-west-1.elasticbeanstalk.com')),
  'leads to: names that are given out': leading(leads('d1.cloudfront.net')),
  'leads to: a name with a number that nobody can choose': leading(leads('x-1.us-east-1.elb.amazonaws.com')),
  'leads to: nobody knows whose': leading(leads('x.example.net')),
  'leads to: a domain that ended': leading(leads('www.lapsed.com', { missingDomain: 'lapsed.com' })),
  'leads to: deleted by a removal': leading(
    leads('d1.cloudfront.net', { exists: true }),
    'd1.cloudfront.net',
  ),
  'leads to: a claimable page': leading(page(BUCKET, 'The specified bucket does not exist')),
  'leads to: a page without a discussion': leading(
    page('x.wordpress.com', 'Do you want to register x.wordpress.com?'),
  ),
  'leads to: a page with a condition': leading(page('me.github.io', GITHUB)),
  'leads to: another page with one': leading(page('x.herokudns.com', 'No such app')),
  'leads to: a third page with one': leading(page('x.netlify.app', 'Not Found - Request ID: 1')),
  'leads to: a page that failed': leading(
    leads('me.github.io', {
      exists: true,
      page: { kind: 'failed', address: '192.0.2.9', detail: 'did not respond within 5 s' },
    }),
  ),
  'leads to: a page without an address': leading(
    leads('me.github.io', { exists: true, page: { kind: 'failed', address: '', detail: 'has no address' } }),
  ),
};
