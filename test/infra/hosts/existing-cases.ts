// The same of hosts that exist before the stack has them: those that it adopts, and those that move in.
import type { Settings } from '../../../infra/config/settings.ts';
import { APEX, attachedPartner, type Case, OLD, PARTNER, partnersOwn, SHOP, taken, WWW } from './cases.ts';
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
const oldCname = (name: string): ListedRecord => ({ name, type: 'CNAME', value: OLD });
const listed = (...records: ListedRecord[]): Account => ({ records });
const pointing = ({ name, type, value }: ListedRecord) => `${name} ${type} ${value}`;
const issued = { arn: 'arn:existing', status: 'ISSUED' };

/** What serves `shop.cf.test` at a gateway of the account, with its record. */
export const live: Account = {
  certificates: { [SHOP]: issued },
  domainNames: { [SHOP]: gatewayOf(SHOP) },
  records: [{ name: SHOP, type: 'CNAME', value: gatewayOf(SHOP) }],
};
export const liveRecord = `${SHOP} CNAME ${gatewayOf(SHOP)}`;
export const adopted: Partial<Settings> = { adopt: [{ host: SHOP, mapping: 'm1' }] };

const validations = ['_token', '_other'].map((label) => ({
  ...{ name: `${label}.${SHOP}`, type: 'CNAME', value: '_proof.acm-validations.aws' },
}));

const validated = (records: ListedRecord[], certificates: Account['certificates'] = { [SHOP]: issued }) => ({
  ...{ api: [SHOP], settings: moving(SHOP), account: { certificates, records } },
});

export const EXISTING: Readonly<Record<string, Readonly<Record<string, Case>>>> = {
  adoption: {
    'of all that exists': { api: [SHOP], settings: adopted, account: live, records: [liveRecord] },
    'without the id of the mapping': {
      ...{ api: [SHOP], settings: { adopt: [{ host: SHOP }] }, account: live, records: [liveRecord] },
    },
    'with preflight off': { api: [SHOP], settings: { ...adopted, preflight: 'off' }, account: live },
    'of an apex at a distribution': {
      ...{ docs: [APEX], settings: { adopt: [{ host: APEX, distribution: 'E1' }] } },
      account: {
        certificates: { [APEX]: issued },
        distributions: { E1: { aliases: [APEX], domainName: DISTRIBUTION } },
        records: ['A', 'AAAA', 'HTTPS'].map((type) => ({
          name: APEX,
          type,
          value: DISTRIBUTION,
          alias: true,
        })),
      },
      records: [`${APEX} A 192.0.2.80`],
    },
    'of a redirect': {
      ...{ redirects: [{ from: WWW, to: SHOP }], settings: { adopt: [{ host: WWW, distribution: 'E1' }] } },
      account: {
        certificates: { [WWW]: issued },
        distributions: { E1: { aliases: [WWW], domainName: DISTRIBUTION } },
        records: [{ name: WWW, type: 'CNAME', value: DISTRIBUTION }],
      },
      ...{ api: [SHOP], records: [`${WWW} CNAME ${DISTRIBUTION}`] },
    },
    'of the host that a new redirect leads to': {
      ...{ api: [SHOP], redirects: [{ from: WWW, to: SHOP }], settings: adopted },
      ...{ account: live, records: [liveRecord] },
    },
    'of a distribution that is not listed': {
      ...{ docs: [WWW], records: [`${WWW} CNAME ${DISTRIBUTION}`] },
      account: {
        certificates: { [WWW]: issued },
        records: [{ name: WWW, type: 'CNAME', value: DISTRIBUTION }],
      },
    },
    'of a record that differs': {
      ...{ api: [SHOP], settings: adopted, records: [`${SHOP} CNAME ${OLD}`] },
      account: { ...live, records: [oldCname(SHOP)] },
    },
    'which cannot be looked up': { api: [SHOP], settings: adopted, account: { refuses: 'AccessDenied' } },
    'of what the stack lacks': {
      ...{ after: [{ api: [SHOP], lacks: ['attachment', 'mapping'] }], records: [liveRecord] },
      ...{ api: [SHOP], settings: adopted, account: live },
    },
    'without a certificate, of the rest': {
      ...{ after: [{ api: [SHOP], lacks: ['certificate'] }], settings: adopted, account: live, api: [SHOP] },
    },
    'of a host that the stack has': {
      ...{ after: [{ api: [SHOP] }], api: [SHOP], settings: adopted, account: live, records: [liveRecord] },
    },
    'of a host that is not listed': { api: [SHOP], account: live, records: [liveRecord] },
    'of an external host that the stack has': {
      after: attachedPartner,
      ...{
        api: [PARTNER],
        settings: { verified: [PARTNER], adopt: [{ host: PARTNER }] },
        records: partnersOwn,
      },
    },
  },
  'hosts that move in': {
    'and are external': { api: [PARTNER], settings: moving(PARTNER), records: [`${PARTNER} CNAME ${OLD}`] },
    'and are not named yet': {
      ...{ api: [SHOP], settings: moving(SHOP), account: listed(oldCname(SHOP)) },
      records: [pointing(oldCname(SHOP))],
    },
    'and are named': {
      ...{ api: [SHOP], settings: moving(SHOP, [oldCname(SHOP)]), account: listed(oldCname(SHOP)) },
      records: [pointing(oldCname(SHOP))],
    },
    'with another name': {
      api: [SHOP],
      settings: moving(SHOP, [{ ...oldCname(SHOP), value: 'x.test' }]),
      ...{ account: listed(oldCname(SHOP)), records: [pointing(oldCname(SHOP))] },
    },
    'whose record no change replaces': {
      ...{ api: [SHOP], settings: moving(SHOP), records: [taken] },
      account: listed({ name: SHOP, type: 'A', value: '192.0.2.1' }),
    },
    'whose record the API does not list': { api: [SHOP], settings: moving(SHOP), records: [taken] },
    'that have no record': { api: [SHOP], settings: moving(SHOP) },
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
    'from a gateway of the region': {
      ...{ api: [SHOP], settings: moving(SHOP), records: [liveRecord] },
      account: listed({ name: SHOP, type: 'CNAME', value: gatewayOf(SHOP) }),
    },
    'and cannot be looked up': {
      ...{ docs: [WWW], settings: moving(WWW), account: { refuses: 'AccessDenied' } },
      records: [`${WWW} CNAME ${OTHER_DISTRIBUTION}`],
    },
    'and cannot be looked up, after the distribution': {
      ...{ after: [{ docs: [WWW], lacks: ['route'] }], docs: [WWW], settings: moving(WWW) },
      ...{ account: { refuses: 'AccessDenied' }, records: [`${WWW} CNAME ${OTHER_DISTRIBUTION}`] },
    },
    'and are routed partly': {
      ...{ after: [{ docs: [APEX], lacks: ['route-aaaa'] }], docs: [APEX], settings: moving(APEX) },
      account: listed({ name: APEX, type: 'AAAA', value: '2001:db8::1' }),
    },
    'and are routed partly, and cannot be looked up': {
      ...{ after: [{ docs: [APEX], lacks: ['route-aaaa'] }], docs: [APEX], settings: moving(APEX) },
      account: { refuses: 'AccessDenied' },
    },
    'and are routed': { after: [{ docs: [APEX] }], docs: [APEX], settings: moving(APEX) },
    'with a validation record of the account': validated(validations.slice(0, 1)),
    'with another validation record than the declared one': validated(validations.slice(1)),
    'with a validation record of another account': validated(validations.slice(0, 1), {}),
    'with two validation records': validated(validations),
    'with a validation record at Route 53': {
      ...{ docs: [WWW], settings: moving(WWW) },
      account: {
        certificates: { [WWW]: issued },
        records: [{ name: `_a.${WWW}`, type: 'CNAME', value: '_b.x.acm-validations.aws' }],
      },
    },
  },
};
