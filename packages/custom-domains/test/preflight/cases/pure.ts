// Findings that do not come from one host's DNS alone: adoption, moves, redirects, renewals, targets.
import { command } from '../../../src/output/words.ts';
import type { CheckedHost, Finding, FindingCode } from '../../../src/preflight/finding.ts';
import { failed } from '../../../src/preflight/reader/answer.ts';
import { guardRenewal, type Renewal } from '../../../src/preflight/renewal/guard.ts';
import { caaOfNewTarget } from '../../../src/preflight/rules/caa.ts';
import { redirectsToBlocked, rememberedFor } from '../../../src/preflight/rules/changes.ts';
import { respondsElsewhere } from '../../../src/preflight/rules/conflicts.ts';
import { corroboration, type View } from '../../../src/preflight/rules/perspectives.ts';
import { finding } from '../../../src/preflight/rules/rule.ts';
import {
  type Adoption,
  type Move,
  withAdoption,
  withMove,
} from '../../../src/preflight/rules/taking-over.ts';
import { withTarget } from '../../../src/takeover/index.ts';
import type { TargetState } from '../../../src/takeover/observe-target.ts';
import { platformOf } from '../../../src/takeover/platforms.ts';
import { targetFindings } from '../../../src/takeover/rule.ts';
import { cloudflareHost, externalHost } from '../plans.ts';
import { apex, docs, host, target, zone } from '../scenario.ts';

const TEXT = { found: 'found', why: 'why', fix: 'fix' };
const gateway = cloudflareHost('api.example.com', 'example.com');
const distribution = { ...gateway, target: 'distribution' } as const;
const external = externalHost(gateway.host);
const top = cloudflareHost('example.com', 'example.com', { target: 'distribution' });
/** A record of the host's own name that is in the way. */
const record = (code: FindingCode, type: string, value: string) =>
  finding(gateway, code, 'blocked', {
    ...TEXT,
    records: [{ action: 'remove', name: gateway.host, type, value, ttl: 300 }],
  });
const at = (name: string) => record('cname-elsewhere', 'CNAME', name);
const ownGateway = at('d-1.execute-api.eu-west-1.amazonaws.com');
const otherGateway = at('d-1.execute-api.us-east-1.amazonaws.com');
const elsewhere = at('shops.platform.example');
const address = record('conflicting-record', 'A', '192.0.2.1');
const taken = record('alias-taken', 'CNAME', 'd2.cloudfront.net');
const https = (value: string) => record('stale-https-record', 'HTTPS', value);
const of = (code: FindingCode, severity: Finding['severity'] = 'blocked') =>
  finding(gateway, code, severity, TEXT);
const caa = of('caa-blocks-authority');
const missing = (name: string) =>
  finding(gateway, 'record-missing', 'warning', {
    ...TEXT,
    records: [{ action: 'add', name, type: 'CNAME', value: 'd-1.execute-api.aws.test', ttl: 300 }],
  });

const served = { resources: ['the domain name d-1'], isServed: true, differing: [] };
const listed = (more: Partial<typeof served & { missingId: string }> = {}) =>
  ({ declared: true, existing: { ...served, ...more } }) as const;
const adopted = (adoption: Adoption, findings: readonly Finding[] = [ownGateway], plan = gateway) =>
  withAdoption(plan, findings, adoption);
const NOT_LISTED = { declared: false, existing: served };
const UNSEEN = { declared: true };

const WAITS = { kind: 'waits', why: 'it differs', fix: 'name it' } as const;
const moved = (findings: readonly Finding[], move: Partial<Move> = {}, plan: typeof top = gateway) => {
  const prepares = { step: { kind: 'prepares' }, region: 'eu-west-1' } as const;
  return withMove(plan, findings, { ...prepares, command: (name) => command`own-tool ${name}`, ...move });
};

const observed = { host: zone, at: 0, resolverOnly: false, views: [], doubled: [], caa: [] } as const;
const cut = { kind: 'zone', name: zone, negativeTtl: 300, missing: [] } as const;
const responding = (responder: 'distribution' | 'none') =>
  [
    respondsElsewhere(externalHost(zone), {
      ...{ ...observed, cut },
      expected: {
        ...{ expected: { target, kind: 'gateway', attached: true }, validation: [], doubledValidation: [] },
        ...{ responder, hostAddresses: ['192.0.2.80'], targetAddresses: ['192.0.2.80'] },
      },
    }),
  ].flatMap((one) => one ?? []);
/** Of a redirect, where its target has that finding. */
const redirected = (code: FindingCode, ...deployed: readonly string[]) => {
  const www = { ...cloudflareHost(`www.${zone}`, zone), redirect: { to: `https://${zone}` } };
  const checked = [
    { plan: www, findings: [] },
    { plan: apex, findings: [finding(apex, code, 'blocked', TEXT)] },
  ];
  return redirectsToBlocked(checked as unknown as CheckedHost[], new Set(deployed)).get(www.host) ?? [];
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
const lost = finding(host, 'record-missing', 'warning', {
  ...TEXT,
  records: [{ action: 'add', name: `_v.${host.host}`, type: 'CNAME', value: '_x.acm.test', ttl: 3600 }],
});

const leads = (end: string, more: Partial<TargetState & { kind: 'leads' }> = {}): TargetState => ({
  ...{ kind: 'leads', end, exists: false, isSynthesised: false, platform: platformOf(end) },
  ...{ chain: [{ name: 'shop.example.com', type: 'CNAME', ttl: 300, value: end }], ...more },
});
const page = (end: string, body: string) =>
  leads(end, { exists: true, page: { kind: 'page', address: '192.0.2.9', status: 404, body } });
const unread = (address: string, detail: string) =>
  leads('me.github.io', { exists: true, page: { kind: 'failed', address, detail } });
const lapsed = leads('www.lapsed.com', { missingDomain: 'lapsed.com' });
const existing = leads('d1.cloudfront.net', { exists: true });
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
const newTarget = (answer: Parameters<typeof caaOfNewTarget>[2]) =>
  caaOfNewTarget(externalHost(`shop.${zone}`), 'cdn.test', answer, 0);

const CAA = 'blocked caa-blocks-authority';
const DENIED = { declared: true, failure: 'denied' } as const;
const [ADOPTABLE, ELSEWHERE] = ['blocked adoptable', 'blocked cname-elsewhere'];
const MOVING = 'info moving-in';
const WARNS = 'warning target-blocked';
const [LOST, BLOCKS] = ['warning record-missing', 'blocked record-missing'];
const UNREAD = 'blocked dns-unreadable';
const CLAIMABLE = 'blocked target-claimable';
const MISSING = 'warning target-missing';
const UNREADABLE = 'warning target-unreadable';

const may: View = { name: 'x', refuses: [], unread: [], addresses: ['192.0.2.1'] };
const no: View = { ...may, refuses: ['example.com allows only ca.test'] };
const silent: View = { ...may, unread: ['192.0.2.53 did not respond'], addresses: [] };
const views = (...groups: readonly (readonly [number, View])[]) =>
  groups.flatMap(([count, view], group) =>
    Array.from({ length: count }, (_, index) => ({ ...view, name: `p${group}${index}` })),
  );
const seen = (remotes: readonly View[], here = may) =>
  corroboration(external, { ...here, name: 'here' }, remotes);
const [SPLIT, DIFFER] = ['blocked perspectives-disagree', 'warning perspectives-disagree'];

/** By name: `severity code` of each, and the findings. */
export const PURE: Readonly<Record<string, readonly [finds: string, findings: readonly Finding[]]>> = {
  'adoption, not listed: exactly ours': [ADOPTABLE, adopted(NOT_LISTED)],
  'adoption, not listed: without a conflict': [CAA, adopted(NOT_LISTED, [caa])],
  'adoption, not listed: the account refuses': [ELSEWHERE, adopted({ declared: false, failure: 'denied' })],
  'adoption, not listed: without the account': [ELSEWHERE, adopted({ declared: false })],
  'adoption, listed: exactly ours': [`info adoptable, ${CAA}`, adopted(listed(), [ownGateway, caa])],
  'adoption, listed: without a record': ['info adoptable', adopted(listed(), [])],
  'adoption, listed: several resources': [
    'info adoptable',
    adopted(listed({ resources: ['the domain name d-1', 'the record CNAME d-1'] })),
  ],
  'adoption, listed: its id is missing': [ADOPTABLE, adopted(listed({ missingId: 'its mapping' }))],
  'adoption, listed: a record differs': [ELSEWHERE, adopted(listed({ differing: ['CNAME x'] as never[] }))],
  'adoption, listed: nothing of the account serves it': [ELSEWHERE, adopted(listed({ isServed: false }))],
  'adoption, listed: the account refuses': [`${ADOPTABLE}, ${ELSEWHERE}`, adopted(DENIED)],
  'adoption, without the account': ['warning adoptable', adopted(UNSEEN)],
  'adoption, without the account: at a distribution': [ELSEWHERE, adopted(UNSEEN, [at('d1.cloudfront.net')])],
  'adoption, without the account: an address': ['blocked conflicting-record', adopted(UNSEEN, [address])],
  'adoption, without the account: free': ['', adopted(UNSEEN, [])],
  'addresses and an HTTPS record at an apex may be those of the stack': [
    'warning adoptable',
    adopted(UNSEEN, [address, https('1 . alpn=h2')], top),
  ],
  'an HTTPS record that names another target is not': [
    'blocked conflicting-record, blocked stale-https-record',
    adopted(UNSEEN, [address, https('1 old.example.net')], top),
  ],
  'a move: a CNAME elsewhere': [MOVING, moved([elsewhere])],
  'a move: that, and what CAA forbids': [`${MOVING}, ${CAA}`, moved([elsewhere, caa])],
  'a move: another distribution has it': [`${MOVING}, warning alias-taken`, moved([elsewhere, taken])],
  'a move: the name has moved': [MOVING, moved([elsewhere, taken], { hasAlias: true }, distribution)],
  'a move: it replaces the record': [MOVING, moved([elsewhere], { step: { kind: 'replaces' } })],
  'a move: no record': ['', moved([])],
  'a move: this run sets the routing record': ['', moved([missing(gateway.host)])],
  'a move: its owner deleted the old record, and set no other': [
    'warning record-missing',
    moved([{ ...missing(gateway.host), severity: 'info' }], { step: { kind: 'replaces' } }, external),
  ],
  'a move: no validation record': [LOST, moved([missing(`_v.${gateway.host}`)])],
  'a move: a record that the line does not name': ['warning moving-in', moved([elsewhere], { step: WAITS })],
  'a move: a failed look-up, and no record that DNS shows': ['warning moving-in', moved([], { step: WAITS })],
  'a move: a gateway of the own region': ['blocked moving-in', moved([ownGateway])],
  'a move: a gateway of another region': [MOVING, moved([otherGateway])],
  'a move: from such a gateway to a distribution': [MOVING, moved([ownGateway], {}, distribution)],
  'a move: an HTTPS record where the stack sets one': [MOVING, moved([https('1 . alpn="h2"')], {}, top)],
  'a move: an HTTPS record where the stack sets none': [
    'blocked stale-https-record',
    moved([https('1 . alpn="h2"')], {}, { ...top, target: 'gateway' }),
  ],
  'another service responds': ['warning conflicting-record', responding('distribution')],
  'no service responds': ['warning conflicting-record', responding('none')],
  'a redirect to a blocked host': ['blocked target-blocked', redirected('cname-elsewhere')],
  'a redirect to a host that could not be read': [UNREAD, redirected('dns-unreadable')],
  'a deployed redirect to a blocked host': [WARNS, redirected('cname-elsewhere', `www.${zone}`)],
  'a deployed redirect to a host that was not read': [WARNS, redirected('dns-unreadable', `www.${zone}`)],
  'a redirect to a deployed host': ['', redirected('dns-unreadable', zone)],
  'a permanent redirect is remembered': ['info remembered-for', remembered('https://other.test')],
  'a permanent redirect back': ['warning remembered-for', remembered(`https://${docs.host}`)],
  'renewal: late': ['warning certificate-not-renewed', renewing('late', '2026-12-01')],
  'renewal: the validation record is missing': [LOST, renewing('in-time', '2027-01-02', [lost])],
  'renewal: it is missing, and time is short': [BLOCKS, renewing('in-time', '2026-12-31', [lost])],
  'a new target: its CAA forbids': ['blocked caa-of-new-target', newTarget(forbids)],
  'a new target: unreadable': ['warning caa-unreadable', newTarget(failed('timeout', 'no response'))],
  // Baseline Requirements 3.2.2.9, Quorum Requirements: of 2 to 5 remote perspectives 1 may differ, of 6 or more 2.
  'quorum: one of two': [DIFFER, seen(views([1, may], [1, no]))],
  'quorum: two of two': [SPLIT, seen(views([2, no]))],
  'quorum: one of five': [DIFFER, seen(views([4, may], [1, no]))],
  'quorum: two of five': [SPLIT, seen(views([3, may], [2, no]))],
  'quorum: two of six': [DIFFER, seen(views([4, may], [2, no]))],
  'quorum: three of six': [SPLIT, seen(views([3, may], [3, no]))],
  'quorum: three of sixteen': [SPLIT, seen(views([13, may], [3, no]))],
  'quorum: one not read, of two': [DIFFER, seen(views([1, may], [1, silent]))],
  'quorum: one not read, and one that differs': [UNREAD, seen(views([3, may], [1, no], [1, silent]))],
  'quorum: none read': [UNREAD, seen(views([2, silent]))],
  'quorum: enough differ, whatever the others see': [SPLIT, seen(views([2, no], [3, silent]))],
  'quorum: all forbid, as here': ['', seen(views([2, no]), no)],
  'quorum: it forbids here alone': [DIFFER, seen(views([2, may]), no)],
  'quorum: not read here, and read elsewhere': [DIFFER, seen(views([2, may]), silent)],
  'leads to: nothing, of a host that is live': [
    'blocked target-missing',
    withTarget([of('already-configured', 'info')], [of('target-missing')]),
  ],
  'leads to: not read, of a host in a lame zone': [
    'blocked lame-delegation',
    withTarget([of('lame-delegation')], [of('target-unreadable', 'warning')]),
  ],
  'leads to: not read': [UNREADABLE, leading({ kind: 'unread', failure: failed('servfail', 'SERVFAIL') })],
  'leads to: claimable': [CLAIMABLE, leading(leads('old.eu-west-1.elasticbeanstalk.com'))],
  'leads to: names that are given out': [MISSING, leading(leads('d1.cloudfront.net'))],
  'leads to: a number that nobody can choose': [MISSING, leading(leads('x-1.us-east-1.elb.amazonaws.com'))],
  'leads to: nobody knows whose': [MISSING, leading(leads('x.example.net'))],
  'leads to: a domain that ended': [MISSING, leading(lapsed)],
  'leads to: deleted by a removal': [MISSING, leading(existing, 'd1.cloudfront.net')],
  'leads to: a removal deletes another name': ['', leading(existing, 'd2.cloudfront.net')],
  'leads to: a claimable page': [CLAIMABLE, leading(page(BUCKET, 'The specified bucket does not exist'))],
  'leads to: a page without a discussion': [
    CLAIMABLE,
    leading(page('x.wordpress.com', 'Do you want to register x.wordpress.com?')),
  ],
  'leads to: a page with a condition': [MISSING, leading(page('me.github.io', GITHUB))],
  'leads to: another page with one': [MISSING, leading(page('x.herokudns.com', 'No such app'))],
  'leads to: a third page with one': [MISSING, leading(page('x.netlify.app', 'Not Found - Request ID: 1'))],
  'leads to: a page that failed': [UNREADABLE, leading(unread('192.0.2.9', 'did not respond within 5 s'))],
  'leads to: a page without an address': [UNREADABLE, leading(unread('', 'has no address'))],
};
