// The record of dns-persist-01, from live DNS (draft-ietf-acme-dns-persist-02, 4; Baseline Requirements 3.2.2.4.22).
import type { Issuance } from '../../../src/authorities/index.ts';
import { both, type Case, finds, responds, signed, type Table, when, zone } from '../scenario.ts';
import { ADDRESS, issuance, kept } from './given.ts';

const NAME = '_validation-persist.shop.@';
const ACCOUNT = 'https://ca.test/acct/1';
const NOW = Date.UTC(2026, 10, 28);
/** In seconds, as records have it. */
const inDays = (days: number, seconds = 0) => NOW / 1000 + days * 86_400 + seconds;

/** Sectigo's CP/CPS 6.2.2 has the method. */
const sectigo = issuance('sectigo', 'dns-persist-01');
const by = (more: Partial<Issuance> = {}, own = sectigo) => ({
  host: kept({ ...own, accountUris: [ACCOUNT], ...more }),
});
const OWN = `sectigo.com; accounturi=${ACCOUNT}`;
const ADD = `add ${NAME} TXT "${OWN}"`;
const removing = (text: string) => `remove ${NAME} TXT "${text}"`;
const [MISSING, WARNS] = ['blocked persistent-record', 'warning persistent-record'];
const above = (record: string) => ({ more: { test: { on: ['127.0.0.9'], records: [record] } } });
const elsewhere = (...records: readonly string[]) => ({ 'acme.test': { on: ['127.0.0.15'], records } });
const MALFORMED = [
  ...[
    `${OWN};`,
    'sectigo.com',
    'sectigo.com; accounturi=1',
    `${OWN}; policy`,
    `${OWN}; accountURI=${ACCOUNT}`,
  ],
  ...[`${OWN}; persistUntil=2027-01-01`, `${OWN}; persistUntil=2000000000; persistuntil=2000000000`],
];
const LONG = `${ACCOUNT}/${'x'.repeat(250)}`;
const SOON = `${OWN}; persistUntil=${inDays(30)}`;

const WILDCARD = { ...by({ isWildcard: true }), changes: [ADD.replace(/"$/, '; policy=wildcard"')] };

/** What it is, what is found, the texts at the name, and what else differs. */
const ROWS: readonly (readonly [string, string, readonly string[], Partial<Case>?])[] = [
  ['no record', MISSING, [], { changes: [ADD] }],
  ['the record', '', [OWN]],
  ['blanks, capitals, another parameter', '', [` Sectigo.com ;\tx=1;ACCOUNTURI = ${ACCOUNT}`]],
  ['another of its names', '', [`trust-provider.com; accounturi=${ACCOUNT}`]],
  ["Entrust's name, which counts in CAA alone", MISSING, [`entrust.net; accounturi=${ACCOUNT}`]],
  ['of another authority, and of none', MISSING, [`letsencrypt.org; accounturi=${ACCOUNT}`, 'v=spf1 -all']],
  ['one of several is right', '', [`${OWN}2`, `${OWN}; persistUntil=1`, OWN]],
  ['none is right: the one that is closest', WARNS, [`${OWN}2`, SOON], { changes: [removing(SOON), ADD] }],
  ['of another account', MISSING, [`${OWN}2`], { changes: [ADD] }],
  ['an account is compared octet by octet', MISSING, [OWN.replace('acct', 'Acct')]],
  ['nobody said which account it is', WARNS, [OWN], by({ accountUris: undefined })],
  ...MALFORMED.map(
    (text) => [`malformed: ${text}`, MISSING, [text], { changes: [removing(text), ADD] }] as const,
  ),
  ['it ends in a month', '', [`${OWN}; persistUntil=${inDays(30, 1)}`]],
  ['it ends in less', WARNS, [SOON], { changes: [removing(SOON), ADD] }],
  ['it ends now', WARNS, [`${OWN}; persistUntil=${inDays(0)}`]],
  ['it has ended', MISSING, [`${OWN}; persistUntil=${inDays(0, -1)}`]],
  ['a number beyond any date', '', [`${OWN}; persistUntil=${'9'.repeat(40)}`]],
  ['for a wildcard', '', [`${OWN}; policy=WildCard`], by({ isWildcard: true })],
  ['for a wildcard, without the policy', MISSING, [`${OWN}; policy=other`], WILDCARD],
  ['in strings of 255 octets (RFC 1035 3.3)', MISSING, [], by({ accountUris: [LONG] })],
  [
    'one server fails: not that there is none',
    'warning dns-unreadable',
    [OWN],
    { misbehave: when({ to: both[1], types: ['TXT'] }, responds('SERVFAIL')) },
  ],
  [
    'all fail',
    'blocked dns-unreadable',
    [OWN],
    { misbehave: when({ to: both, name: NAME.replace('@', zone) }, responds('SERVFAIL')), remains: true },
  ],
  [
    'one server does not have it yet',
    MISSING,
    [OWN],
    { misbehave: when({ to: both[1], types: ['TXT'] }, responds('NXDOMAIN', true)), remains: true },
  ],
  ['CAA allows it alone', '', [OWN], above(`test CAA 0 issue ${OWN}; validationmethods=dns-persist-01`)],
  [
    'CAA allows it alone, and any method may be used',
    'warning caa-limits-methods',
    [],
    {
      host: kept(issuance('sectigo')),
      ...above('test CAA 0 issue sectigo.com; validationmethods=dns-persist-01'),
    },
  ],
  [
    "Let's Encrypt: no source shows it in production",
    WARNS,
    [`letsencrypt.org; accounturi=${ACCOUNT}`],
    {
      ...by({}, issuance('letsencrypt', 'dns-persist-01')),
      ...above('test CAA 0 issue letsencrypt.org; validationmethods=dns-persist-01'),
    },
  ],
];

const LEADING = [ADDRESS, `${NAME} CNAME p.acme.test`];

export const PERSIST: Readonly<Record<string, Table>> = {
  'dns-persist-01': {
    ...Object.fromEntries(
      ROWS.map(([what, codes, texts, more]) => [
        what,
        finds(codes, [ADDRESS, ...texts.map((text) => `${NAME} TXT ${text}`)], { ...by(), at: NOW, ...more }),
      ]),
    ),
    'through a CNAME': finds('', LEADING, { ...by(), more: elsewhere(`p.acme.test TXT ${OWN}`) }),
    'through a CNAME to where it is not yet': finds(MISSING, LEADING, {
      ...{ ...by(), more: elsewhere() },
      changes: [ADD.replace(NAME, 'p.acme.test')],
    }),
    'it does not validate': finds('blocked dnssec-bogus', [], {
      ...signed(
        { tamper: (all, { type }) => (type === 'TXT' ? all.filter((one) => one.type === 'TXT') : all) },
        { records: [ADDRESS, `${NAME} TXT ${OWN}`].map((one) => one.replace('@', zone)) },
      ),
      ...{ ...by(), remains: true },
    }),
  },
};
