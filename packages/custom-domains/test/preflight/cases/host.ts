// Records at the host itself: conflicts with its routing record, and what a deployed host lacks.
import type { Internet } from '../internet.ts';
import { externalHost } from '../plans.ts';
import {
  apex,
  atApi,
  both,
  docs,
  finds,
  findsWith,
  shop,
  type Table,
  target,
  validation,
  verified,
  zone,
} from '../scenario.ts';

const COMMON = ['A 192.0.2.1', 'AAAA 2001:db8::1', 'MX 10 mail.test', 'TXT hello', 'SRV 0 5 443 sip.test'];
/** Types that are seldom set, and that the fix has as octets: SSHFP, NAPTR and URI. */
const RARE = [
  `UNKNOWN_44 0402${'ab'.repeat(32)}`,
  'UNKNOWN_35 00010001017300000000',
  'UNKNOWN_256 00010001687474703a2f2f61',
];
const H2 = '@ UNKNOWN_65 00010000010003026832';
const TARGETS_ADDRESS = '@ UNKNOWN_65 00010000040004c0000250';
const OLD_ADDRESSES = '@ UNKNOWN_65 0001000001000302683200040004c0000207';
const ALIAS = '@ UNKNOWN_65 0000036f6c64047465737400';

const CONFLICT = 'blocked conflicting-record';
const CONFIGURED = 'info already-configured';
const [ELSEWHERE, MAY_STAY] = ['blocked cname-elsewhere', 'warning cname-elsewhere'];
const [MISSING, LACKS] = ['blocked record-missing', `warning record-missing, ${CONFIGURED}`];
const [STALE, KEEPS_STALE] = ['warning stale-https-record', 'blocked stale-https-record'];
const EXISTS = 'warning exists-without-records';
const AWAITED = 'info record-missing';
const ROUTED = 'api.@ CNAME TARGET';
const OTHER = 'shop.@ CNAME cname.other.test';

const DEPLOYED = { expected: { target } } as const;
const TO_VALIDATE = { expected: { validation } } as const;
const UNSET = ['routing', 'validation'] as const;
const deployed = findsWith(DEPLOYED);
const SET_VALIDATION = 'add _v.api.@ CNAME _x.acm.test';
/** Beside its routing record it has these records, and needs these changes for the next renewal. */
const unvalidated = (has: readonly string[], changes: readonly string[]) =>
  finds(LACKS, [ROUTED, ...has], { expected: { target, validation: atApi }, changes });
const atApex = findsWith({ host: apex });
const atSite = findsWith({ host: { ...apex, target: 'distribution' } });
const ofShop = findsWith({ host: shop });
const ofVerified = findsWith({ host: verified });
const attached = findsWith({ host: verified, ...DEPLOYED });
const atTop = findsWith({ host: externalHost(zone) });
const OWN_HTTPS = { expected: { https: '1 . alpn="h2"' } } as const;
/** At Cloudflare, where a name that is below another shows that the other one exists. */
const flattening = (...records: readonly string[]): Internet => ({
  [zone]: {
    on: both,
    nameServers: ['ada.ns.cloudflare.com', 'bob.ns.cloudflare.com'],
    records: [...records, `below._v.shop.${zone} TXT x`],
  },
  'cloudflare.com': {
    on: ['127.0.0.15'],
    records: [`ada.ns.cloudflare.com A ${both[0]}`, `bob.ns.cloudflare.com A ${both[1]}`],
  },
});

export const HOSTS: Readonly<Record<string, Table>> = {
  'no conflict': {
    'a new name in a delegated zone': finds(''),
    'an apex with MX, TXT and NS, which stay': atApex('', ['@ MX 10 mail.@', '@ TXT v=spf1']),
    'an external host, before its owner set any record': ofShop(''),
    'read through the resolver only': finds('', [], { resolverOnly: true }),
    'the expected CNAME': deployed(CONFIGURED, [ROUTED]),
    'the expected addresses, at an apex that is flattened': atApex(CONFIGURED, ['@ A 192.0.2.80'], DEPLOYED),
    'the expected CNAME, in a zone with a wildcard': deployed(CONFIGURED, ['*.@ A 192.0.2.7', ROUTED]),
  },
  'a conflict': {
    ...Object.fromEntries(
      [...COMMON, 'CAA 0 issue amazon.com'].map((data) => [data, finds(CONFLICT, [`api.@ ${data}`])]),
    ),
    ...Object.fromEntries(RARE.map((data) => [data, finds(CONFLICT, [`api.@ ${data}`], { remains: true })])),
    'several types at once: one finding, every record named': finds(
      CONFLICT,
      ['api.@ 120 A 192.0.2.1', 'api.@ A 192.0.2.2', 'api.@ TXT x'],
      { changes: ['remove api.@ A 192.0.2.1', 'remove api.@ A 192.0.2.2', 'remove api.@ TXT "x"'] },
    ),
    'a type that is not queried: the name exists, and that is reported': finds(EXISTS, [
      'api.@ UNKNOWN_17 0000',
    ]),
    'only names below the host (an empty non-terminal)': finds(EXISTS, ['x.api.@ A 192.0.2.1']),
    'only the validation record is below the host': ofShop('', ['_v.shop.@ CNAME _x.acm.test'], TO_VALIDATE),
    'only a token is below the host, at the name of its validation record': ofShop(
      'warning record-missing',
      ['_v.shop.@ TXT stale'],
      TO_VALIDATE,
    ),
    "A at an owner's apex": atTop('warning conflicting-record, warning apex-needs-alias', ['@ A 192.0.2.1']),
    'others at a deployed apex': atApex(CONFLICT, ['@ A 192.0.2.1'], { ...DEPLOYED, remains: true }),
    'flattened below the apex: addresses of the target alone': attached(CONFIGURED, ['shop.@ A 192.0.2.80']),
    'beside one of another server': attached(CONFLICT, ['shop.@ A 192.0.2.80', 'shop.@ A 192.0.2.9']),
    "a CNAME, and ACM's record, where Cloudflare flattens every CNAME": ofVerified(
      'warning cname-flattened',
      [],
      { expected: { target, validation }, more: flattening(`shop.${zone} A 192.0.2.9`), changes: [] },
    ),
    'the same, before the certificate is issued': ofShop(
      'blocked cname-flattened, warning exists-without-records, info record-missing',
      [],
      { expected: { target, validation }, more: flattening(), remains: true },
    ),
    'a CNAME elsewhere': finds(ELSEWHERE, ['api.@ 600 CNAME cname.other.test'], {
      changes: ['remove api.@ CNAME cname.other.test'],
    }),
    'deployed, and its CNAME was changed later': deployed(ELSEWHERE, ['api.@ CNAME cname.other.test'], {
      changes: ['remove api.@ CNAME cname.other.test', 'add api.@ CNAME TARGET'],
    }),
    'deployed, and an address was set beside its CNAME': deployed(
      'blocked conflicting-record, info already-configured',
      [ROUTED, 'api.@ A 192.0.2.9'],
      { changes: ['remove api.@ A 192.0.2.9'] },
    ),
    "another account's distribution has the name": finds(
      'blocked cname-elsewhere, blocked alias-taken',
      ['docs.@ CNAME d1.cloudfront.net'],
      { host: docs, more: { 'cloudfront.net': { on: both, records: ['d1.cloudfront.net A 192.0.2.90'] } } },
    ),
    'a distribution that is deleted has no aliases: its name does not exist': finds(
      ELSEWHERE,
      ['docs.@ CNAME d1.cloudfront.net'],
      { host: docs, more: { 'cloudfront.net': { on: both } } },
    ),
    'an API host that points to a distribution: a conflict, but not of aliases': finds(ELSEWHERE, [
      'api.@ CNAME d1.cloudfront.net',
    ]),
  },
  'an external host': {
    'verified: a conflict': ofVerified(CONFLICT, ['shop.@ A 192.0.2.1']),
    'verified, not attached: its new record is not known, so the old one does not block': ofVerified(
      MAY_STAY,
      [OTHER],
      { expected: { routingAwaited: true } },
    ),
    'attached, and its owner has replaced the record before': attached(ELSEWHERE, [OTHER]),
    'not attached: what another place serves would be lost': ofShop(MAY_STAY, [OTHER], {
      expected: { target, kind: 'gateway' },
    }),
    'attached: its owner has yet to set its record': ofVerified(AWAITED, [], {
      expected: { target, routingAwaited: true },
    }),
    'no run sets its records': ofVerified(MISSING, [], { expected: { target, unset: UNSET } }),
    'at the top of its zone': atTop('warning apex-needs-alias'),
    'at the top of its zone, attached': atTop(AWAITED, [], { ...DEPLOYED, changes: ['add @ ALIAS TARGET'] }),
  },
  'a deployed host lacks': {
    'its routing record': deployed(MISSING, [], { changes: ['add api.@ CNAME TARGET'] }),
    'records that the stack has yet to create: the run sets them': finds('', [], {
      expected: { target, validation: atApi, unset: UNSET },
    }),
    'its validation record: the next renewal fails': unvalidated([], [SET_VALIDATION]),
    'its validation record, which has another value': unvalidated(
      ['_v.api.@ CNAME _old.acm.test'],
      ['remove _v.api.@ CNAME _old.acm.test', SET_VALIDATION],
    ),
    'its validation record, in whose place a token of another method is, and a flattened address':
      unvalidated(
        ['_v.api.@ TXT stale', '_v.api.@ A 192.0.2.1'],
        ['remove _v.api.@ TXT "stale"', 'remove _v.api.@ A 192.0.2.1', SET_VALIDATION],
      ),
    'nothing but what is beside its validation record, as some DNS hosts allow': unvalidated(
      ['_v.api.@ CNAME _x.acm.test', '_v.api.@ TXT stale'],
      ['remove _v.api.@ TXT "stale"'],
    ),
    "nothing, where ACM's value is without its underscore, as its user guide has it": finds(
      CONFIGURED,
      [ROUTED, '_v.api.@ CNAME x.acm-validations.aws'],
      { expected: { target, validation: { ...atApi, value: '_x.acm-validations.aws' } } },
    ),
    'the addresses of an apex': atApex(MISSING, [], { ...DEPLOYED, remains: true }),
    'a record of an external host that its owner has yet to set': ofShop(
      'info record-missing, info record-missing',
      [],
      { expected: { target, validation } },
    ),
    'a validation record that is in a zone of its own': ofVerified('warning record-missing', [], {
      ...TO_VALIDATE,
      more: { [validation.name]: { on: ['127.0.0.14'] } },
    }),
    'nothing, where that zone has it': ofVerified('', [], {
      ...TO_VALIDATE,
      more: { [validation.name]: { on: ['127.0.0.14'], records: [`${validation.name} CNAME _x.acm.test`] } },
    }),
  },
  'an HTTPS record at an apex (RFC 9460)': {
    'with the addresses of the old server': atApex(STALE, [OLD_ADDRESSES]),
    'with the addresses of the target': atApex(CONFIGURED, ['@ A 192.0.2.80', TARGETS_ADDRESS], DEPLOYED),
    'malformed, so that nobody uses it (RFC 9460 2.2)': atApex('', ['@ UNKNOWN_65 00']),
    'with another port': atApex(STALE, ['@ UNKNOWN_65 0001000003000220fb']),
    'with ECH keys': atApex(STALE, ['@ UNKNOWN_65 00010000050002abcd']),
    'an alias for another name': atApex(KEEPS_STALE, [ALIAS], {
      changes: ['remove @ HTTPS 0 old.test.'],
      remains: true,
    }),
    'with protocols only': atApex('', [H2]),
    'with protocols only, where the stack is to set its own': atSite(KEEPS_STALE, [H2], {
      changes: ['remove @ HTTPS 1 . alpn="h2"'],
      remains: true,
    }),
    'another target, where the stack is to set its own': atSite(KEEPS_STALE, [ALIAS], { remains: true }),
    "the stack's own": atSite('', [H2], OWN_HTTPS),
    "the stack's own was removed": atSite('warning record-missing', [], OWN_HTTPS),
  },
};
