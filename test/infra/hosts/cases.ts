// The situations of hosts: what was deployed, what is declared now, and what DNS and the account have.
import type { Settings } from '../../../infra/config/settings.ts';
import {
  type Account,
  type Deployment,
  DISTRIBUTION,
  gatewayOf,
  type ListedRecord,
  OTHER_DISTRIBUTION,
} from './deployment.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const HOUR = 3_600_000;
export const API = 'api.cf.test';
export const SHOP = 'shop.cf.test';
export const WWW = 'www.r53.test';
export const APEX = 'r53.test';
const PARTNER = 'pets.partner.test';
const OLD = 'old.platform.test';
const DARK = 'dark.r53.test';

export interface Case extends Deployment {
  /** Without a preflight, unless its settings have one. */
  readonly after?: readonly Earlier[];
}

interface Earlier extends Deployment {
  /** Ends of the logical names of what the state does not have after it. */
  readonly lacks?: readonly string[];
  /** It did not reach its end, so that there are no outputs of it. */
  readonly isLost?: true;
}

export const off = (given: Deployment): Deployment => ({
  ...given,
  settings: { preflight: 'off', ...given.settings },
});
const proven = (host: string) => `_token.${host} CNAME _proof.acm-validations.aws`;
export const taken = `${SHOP} A 192.0.2.1`;
export const forbidden = 'cf.test CAA 0 issue letsencrypt.org';

const ownCertificate = (host: string, region = 'eu-west-1') =>
  `arn:aws:acm:${region}:123456789012:certificate/${host}-certificate`;
/** A host whose certificate failed, so that the state lacks what follows it. */
const failing = (lacks: readonly string[]): Case => ({
  ...{ after: [{ api: [API], lacks }], api: [API] },
  account: { certificates: { [API]: { arn: ownCertificate(API), status: 'FAILED' } } },
});
/** Ends of the logical names of what follows the certificate. */
const UNATTACHED = ['validated', 'attachment', 'mapping', 'route'];
const verified = { api: [PARTNER], settings: { verified: [PARTNER] } };
const attachedPartner = [{ api: [PARTNER] }, { ...verified, now: NOW - 24 * HOUR }];
const longer = { ttl: { default: 7200, hosts: {} } };
const awaited = { ...verified, after: attachedPartner, now: NOW };
const partnersOwn = [proven(PARTNER), `${PARTNER} CNAME ${gatewayOf(PARTNER)}`];
/** Of hosts that exist before the stack has them: those that move in, and those that it adopts. */
const moving = (host: string, replaces?: ListedRecord[]): Partial<Settings> => ({
  moving: [{ host, ...(replaces && { replaces }) }],
});
const moved = { api: [PARTNER], settings: moving(PARTNER) };
const listed = (...records: ListedRecord[]): Account => ({ records });
const AAAA = { name: APEX, type: 'AAAA', value: '2001:db8::1' };
const issued = { arn: 'arn:existing', status: 'ISSUED' };

/** What serves `shop.cf.test` at a gateway of the account, with its record. */
export const live: Account = {
  certificates: { [SHOP]: issued },
  domainNames: { [SHOP]: gatewayOf(SHOP) },
  records: [{ name: SHOP, type: 'CNAME', value: gatewayOf(SHOP) }],
};
export const liveRecord = `${SHOP} CNAME ${gatewayOf(SHOP)}`;
const atDistribution = { name: APEX, value: DISTRIBUTION, alias: true } as const;
const adopted: Partial<Settings> = { adopt: [{ host: SHOP, mapping: 'map1' }] };

const validations = ['_token', '_other'].map((label) => ({
  ...{ name: `${label}.${SHOP}`, type: 'CNAME', value: '_proof.acm-validations.aws' },
}));

const validated = (records: ListedRecord[]) => ({
  ...{ api: [SHOP], settings: moving(SHOP), account: { certificates: { [SHOP]: issued }, records } },
});

export const CASES: Readonly<Record<string, Readonly<Record<string, Case>>>> = {
  'new hosts': {
    'of each kind': { api: [API, PARTNER], docs: [APEX], redirects: [{ from: WWW, to: APEX }] },
    'blocked, and a redirect to one': {
      api: [SHOP, 'api.r53.test'],
      docs: ['docs.r53.test'],
      redirects: [{ from: WWW, to: SHOP }],
      records: [taken],
    },
    'which CAA forbids, and which is not read': {
      ...{ docs: [API, DARK], redirects: [{ from: WWW, to: DARK }], records: [forbidden] },
      misbehave: ({ name }) => (name.endsWith(DARK) ? [] : undefined),
    },
    'of which one is beyond a quota, and a redirect to it': {
      ...{ api: [API, 'api.r53.test'], docs: [APEX] },
      redirects: [{ from: WWW, to: 'api.r53.test' }],
      settings: { quotas: { 'L-A93447B8': 1 } },
    },
    'of which one has a protected record, and a redirect to it': {
      ...{ docs: [APEX, 'api.r53.test'], redirects: [{ from: WWW, to: 'api.r53.test' }] },
      account: { protections: [['CNAME', 'api.r53.test']] },
    },
    'in a zone whose protections are not told': { docs: [WWW], account: { protections: 'AccessDenied' } },
    'with preflight off': { api: [API, SHOP], records: [taken], settings: { preflight: 'off' } },
    'in a zone whose API refuses': { api: [API], account: { refuses: 'Invalid zone identifier' } },
    'verified, over an old record': {
      ...{ api: [API, PARTNER], settings: { verified: [PARTNER] } },
      records: [`${PARTNER} CNAME ${OLD}`],
    },
    'external, over an old record': {
      ...{ api: [PARTNER], docs: ['docs.partner.test'] },
      records: [`${PARTNER} CNAME ${OLD}`, `docs.partner.test CNAME ${OLD}`],
    },
  },
  'deployed hosts': {
    'with their own records': {
      ...{ after: [{ api: [API] }], api: [API] },
      records: [`${API} CNAME ${gatewayOf(API)}`, proven(API)],
    },
    'which nothing blocks': {
      ...{ after: [{ api: [API] }], api: [API] },
      records: [`${API} CNAME elsewhere.test`, proven(API), forbidden],
    },
    'that leave the gateway': { after: [{ api: [API] }], docs: [API], now: NOW },
    'that leave a redirect, with a longer TTL': {
      after: [{ redirects: [{ from: API, to: WWW }], docs: [WWW], settings: longer }],
      ...{ api: [API], docs: [WWW], now: NOW },
    },
    'whose records are protected': {
      ...{ after: [{ docs: [WWW] }], docs: [WWW], records: [proven(WWW)] },
      account: { protections: [['CNAME', WWW]] },
    },
    'that are removed, one from a distribution with a web ACL': {
      ...{ after: [{ docs: [APEX, WWW], webAclId: 'arn:acl' }], docs: [APEX], webAclId: 'arn:acl' },
      records: [proven(APEX)],
    },
    'that are removed, and that leave a distribution at an apex, in a zone with guardrails': {
      ...{ after: [{ docs: [APEX, WWW] }], api: [APEX], records: [proven(APEX)] },
      account: { guardrails: ['ACTIVE_RECORD_CHECK', 'NS_OCCLUSION_CHECK'] },
    },
    'that are removed': { after: [{ api: [API, PARTNER] }], api: [API], records: [proven(PARTNER)] },
    'that are removed, and whose owner was there before': { after: [{ api: [API, PARTNER] }], api: [API] },
  },
  'failed certificates': {
    'are requested again': failing(UNATTACHED),
    'of a host that is blocked': { ...failing(UNATTACHED), records: [forbidden] },
    'of a host that is attached': { ...failing(['validated']), records: [forbidden] },
  },
  redirects: {
    'to a host that moves in': {
      ...{ api: [SHOP], docs: [APEX], redirects: [{ from: WWW, to: SHOP }], records: [taken] },
      settings: { moving: [{ host: SHOP }] },
    },
    'to a host that moves in, and whose name waits': {
      ...{ docs: [APEX, SHOP], redirects: [{ from: WWW, to: SHOP }] },
      ...{ records: [`${SHOP} CNAME ${OTHER_DISTRIBUTION}`], settings: { moving: [{ host: SHOP }] } },
    },
    'to an external host that moves in': {
      ...{ docs: [APEX, PARTNER], redirects: [{ from: WWW, to: PARTNER }] },
      ...{ records: [`${PARTNER} CNAME ${OLD}`], settings: { moving: [{ host: PARTNER }] } },
    },
    'to a host that is left out': {
      ...{ docs: [APEX, SHOP], redirects: [{ from: WWW, to: SHOP }], records: [taken] },
    },
    'of a deployed host to one that is left out, which is held': {
      after: [{ docs: [APEX, WWW] }],
      ...{ docs: [APEX, SHOP], redirects: [{ from: WWW, to: SHOP }], records: [taken] },
    },
    'to an address of somebody else': {
      ...{ docs: [APEX], redirects: [{ from: WWW, to: 'elsewhere.test:8443/pets' }] },
    },
    'of a deployed host of the API to one that is left out, which keeps its certificate': {
      after: [
        { api: [WWW], lacks: UNATTACHED },
        { api: [WWW], account: { certificates: { [WWW]: { arn: ownCertificate(WWW), status: 'FAILED' } } } },
      ],
      ...{ api: [API], docs: [SHOP], redirects: [{ from: WWW, to: SHOP }], records: [taken] },
    },
    'that change places with their primary': {
      after: [{ docs: [APEX], redirects: [{ from: WWW, to: APEX }] }],
      ...{ docs: [WWW], redirects: [{ from: APEX, to: WWW }], records: [proven(WWW), proven(APEX)] },
    },
  },
  'external hosts': {
    'whose outputs were lost': { api: [PARTNER], after: [{ api: [PARTNER], isLost: true }] },
    'whose records are right, and that are not verified': {
      ...{ docs: [PARTNER], after: [{ docs: [PARTNER] }] },
      records: [proven(PARTNER), `${PARTNER} CNAME ${DISTRIBUTION}`],
    },
    'that move in, and whose old record is gone': {
      ...{ api: [PARTNER], settings: { moving: [{ host: PARTNER }] }, after: [{ api: [PARTNER] }] },
      records: [proven(PARTNER)],
    },
    'that move in, are verified, and have their name': {
      after: [moved, { ...moved, settings: { verified: [PARTNER], ...moved.settings } }],
      ...{ api: [PARTNER], settings: { verified: [PARTNER], moving: [{ host: PARTNER }] } },
      records: [proven(PARTNER), `${PARTNER} CNAME ${OLD}`],
    },
    'that are removed, at the top of their zone': {
      ...{ after: [{ docs: [APEX, 'partner.test'] }], docs: [APEX] },
      records: [proven(APEX), 'partner.test A 192.0.2.1'],
    },
    'that move in, and are verified': {
      after: [{ api: [PARTNER], settings: { moving: [{ host: PARTNER }] } }],
      ...{ api: [PARTNER], settings: { verified: [PARTNER], moving: [{ host: PARTNER }] } },
      records: [proven(PARTNER), `${PARTNER} CNAME ${OLD}`],
    },
    'attached by this run': {
      ...{ ...awaited, after: attachedPartner.slice(0, 1) },
      records: [proven(PARTNER), `${PARTNER} CNAME ${OLD}`],
    },
    'verified with their declaration': {
      ...{ api: [PARTNER], settings: { verified: [PARTNER], preflight: 'off' }, now: NOW },
    },
    'awaited for a day': { ...awaited, records: [proven(PARTNER)] },
    'awaited for a week': { ...awaited, now: NOW + 144 * HOUR, records: [proven(PARTNER)] },
    'whose record is seen': { ...awaited, records: partnersOwn },
    'whose record was seen, and is lost': {
      ...{ ...awaited, records: [proven(PARTNER)] },
      after: [
        ...attachedPartner,
        { ...verified, settings: { ...verified.settings, preflight: 'on' }, records: partnersOwn, now: NOW },
      ],
    },
    'that leave the gateway': { ...awaited, api: [], docs: [PARTNER], records: partnersOwn },
  },
  adoption: {
    'of all that exists': { api: [SHOP], settings: adopted, account: live, records: [liveRecord] },
    'with preflight off': { api: [SHOP], settings: { ...adopted, preflight: 'off' }, account: live },
    'of an apex at a distribution': {
      ...{ docs: [APEX], settings: { adopt: [{ host: APEX, distribution: 'E1LIVE' }] } },
      account: {
        certificates: { [APEX]: issued },
        distributions: { E1LIVE: { aliases: [APEX], domainName: DISTRIBUTION } },
        records: ['A', 'AAAA', 'HTTPS'].map((type) => ({ ...atDistribution, type })),
      },
      records: [`${APEX} A 192.0.2.80`],
    },
    'of what a redirect leads to': {
      ...{ api: [SHOP], docs: [APEX], redirects: [{ from: WWW, to: SHOP }] },
      ...{ settings: adopted, account: live, records: [liveRecord] },
    },
    'which cannot be looked up': { api: [SHOP], settings: adopted, account: { refuses: 'AccessDenied' } },
    'of what the stack lacks': {
      ...{ after: [{ api: [SHOP], lacks: ['attachment', 'mapping'] }], records: [liveRecord] },
      ...{ api: [SHOP], settings: adopted, account: live },
    },
    'of what the stack has': {
      ...{ after: [{ api: [SHOP] }], api: [SHOP], settings: adopted, account: live, records: [liveRecord] },
    },
    'without the id of its distribution': {
      ...{ docs: [WWW], settings: { adopt: [{ host: WWW }] } },
      account: {
        certificates: { [WWW]: issued },
        records: [{ name: WWW, type: 'CNAME', value: DISTRIBUTION }],
      },
      records: [`${WWW} CNAME ${DISTRIBUTION}`],
    },
    'without a certificate, of the rest': {
      ...{ after: [{ api: [SHOP], lacks: ['certificate'] }], settings: adopted, account: live, api: [SHOP] },
    },
  },
  'hosts that move in': {
    'and are external': { api: [PARTNER], settings: moving(PARTNER), records: [`${PARTNER} CNAME ${OLD}`] },
    'whose record the API does not list': { api: [SHOP], settings: moving(SHOP), records: [taken] },
    'whose name another distribution has': {
      ...{ docs: [WWW], settings: moving(WWW), records: [`${WWW} CNAME ${OTHER_DISTRIBUTION}`] },
      account: listed({ name: WWW, type: 'CNAME', value: OTHER_DISTRIBUTION }),
    },
    'whose name the stack’s distribution has by now': {
      ...{ after: [{ docs: [WWW], lacks: ['route'] }], docs: [WWW], settings: moving(WWW) },
      account: {
        distributions: { EOWN: { aliases: [WWW], domainName: DISTRIBUTION } },
        records: [{ name: WWW, type: 'CNAME', value: OTHER_DISTRIBUTION }],
      },
      records: [`${WWW} CNAME ${OTHER_DISTRIBUTION}`],
    },
    'and cannot be looked up': {
      ...{ docs: [WWW], settings: moving(WWW), account: { refuses: 'AccessDenied' } },
      records: [`${WWW} CNAME ${OTHER_DISTRIBUTION}`],
    },
    'and cannot be looked up, after the distribution': {
      ...{ after: [{ docs: [WWW], lacks: ['route'] }], docs: [WWW], settings: moving(WWW) },
      ...{ account: { refuses: 'AccessDenied' }, records: [`${WWW} CNAME ${OTHER_DISTRIBUTION}`] },
    },
    'and are routed partly, and cannot be looked up': {
      ...{ after: [{ docs: [APEX], lacks: ['route-aaaa'] }], docs: [APEX], settings: moving(APEX) },
      account: { refuses: 'AccessDenied' },
    },
    ...Object.fromEntries(
      ['A', 'CNAME'].map((type) => {
        const record = { name: WWW, type, value: type === 'A' ? '192.0.2.1' : OLD };
        const account = { ...listed(record), guardrails: ['ALIAS_TARGET_CHECK'] };
        const records = [`${WWW} ${type} ${record.value}`];
        const moves = { docs: [WWW], settings: moving(WWW, [record]), account, records };
        return [`over ${type}, in a zone with guardrails`, moves];
      }),
    ),
    'and are routed partly': {
      ...{ after: [{ docs: [APEX], lacks: ['route-aaaa'] }], docs: [APEX], settings: moving(APEX, [AAAA]) },
      account: listed(AAAA),
    },
    'over a record that the line does not name': {
      ...{ docs: [WWW], settings: moving(WWW, [{ name: WWW, type: 'CNAME', value: OLD }]) },
      ...{ account: listed({ name: WWW, type: 'CNAME', value: `new.${OLD}` }) },
    },
    'over records that no single change replaces': {
      ...{ api: [SHOP], settings: moving(SHOP), records: [taken] },
      account: listed(...['1', '2'].map((end) => ({ name: SHOP, type: 'A', value: `192.0.2.${end}` }))),
    },
    'and are routed': { after: [{ docs: [APEX] }], docs: [APEX], settings: moving(APEX) },
    'with a validation record of the account': validated(validations.slice(0, 1)),
    'with another validation record than the declared one': validated(validations.slice(1)),
  },
};
