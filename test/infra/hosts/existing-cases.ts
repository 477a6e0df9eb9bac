// The same of hosts that exist before the stack has them: those that it adopts, and those that move in.
import type { Settings } from '../../../infra/config/settings.ts';
import { APEX, type Case, OLD, PARTNER, SHOP, taken, WWW } from './cases.ts';
import {
  type Account,
  DISTRIBUTION,
  gatewayOf,
  type ListedRecord,
  OTHER_DISTRIBUTION,
} from './deployment.ts';

const moving = (host: string, replaces?: ListedRecord[]): Partial<Settings> => ({
  moving: [{ host, ...(replaces && { replaces }) }],
});
const listed = (...records: ListedRecord[]): Account => ({ records });
const issued = { arn: 'arn:existing', status: 'ISSUED' };

/** What serves `shop.cf.test` at a gateway of the account, with its record. */
export const live: Account = {
  certificates: { [SHOP]: issued },
  domainNames: { [SHOP]: gatewayOf(SHOP) },
  records: [{ name: SHOP, type: 'CNAME', value: gatewayOf(SHOP) }],
};
export const liveRecord = `${SHOP} CNAME ${gatewayOf(SHOP)}`;
const adopted: Partial<Settings> = { adopt: [{ host: SHOP, mapping: 'map1' }] };

const validations = ['_token', '_other'].map((label) => ({
  ...{ name: `${label}.${SHOP}`, type: 'CNAME', value: '_proof.acm-validations.aws' },
}));

const validated = (records: ListedRecord[]) => ({
  ...{ api: [SHOP], settings: moving(SHOP), account: { certificates: { [SHOP]: issued }, records } },
});

export const EXISTING: Readonly<Record<string, Readonly<Record<string, Case>>>> = {
  adoption: {
    'of all that exists': { api: [SHOP], settings: adopted, account: live, records: [liveRecord] },
    'with preflight off': { api: [SHOP], settings: { ...adopted, preflight: 'off' }, account: live },
    'of an apex at a distribution': {
      ...{ docs: [APEX], settings: { adopt: [{ host: APEX, distribution: 'E1LIVE' }] } },
      account: {
        certificates: { [APEX]: issued },
        distributions: { E1LIVE: { aliases: [APEX], domainName: DISTRIBUTION } },
        records: ['A', 'AAAA', 'HTTPS'].map((type) => ({
          name: APEX,
          type,
          value: DISTRIBUTION,
          alias: true,
        })),
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
        const moves = { docs: [WWW], settings: moving(WWW, [record]), account };
        return [
          `over ${type}, in a zone with guardrails`,
          { ...moves, records: [`${WWW} ${type} ${record.value}`] },
        ];
      }),
    ),
    'and are routed': { after: [{ docs: [APEX] }], docs: [APEX], settings: moving(APEX) },
    'with a validation record of the account': validated(validations.slice(0, 1)),
    'with another validation record than the declared one': validated(validations.slice(1)),
  },
};
