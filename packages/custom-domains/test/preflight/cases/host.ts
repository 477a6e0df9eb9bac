// Records at the host itself: conflicts with its routing record, and what a deployed host lacks.
import { externalHost } from '../plans.ts';
import {
  apex,
  atApi,
  both,
  docs,
  finds,
  shop,
  type Table,
  target,
  validation,
  verified,
  zone,
} from '../scenario.ts';

const own = externalHost(zone);
const distribution = { ...apex, target: 'distribution' } as const;
const COMMON = ['A 192.0.2.1', 'AAAA 2001:db8::1', 'MX 10 mail.test', 'TXT hello', 'SRV 0 5 443 sip.test'];
/** Types that are seldom set, and that the fix has as octets: SSHFP, NAPTR and URI. */
const RARE = [
  `UNKNOWN_44 0402${'ab'.repeat(32)}`,
  'UNKNOWN_35 00010001017300000000',
  'UNKNOWN_256 00010001687474703a2f2f61',
];
const H2 = '@ UNKNOWN_65 00010000010003026832';

export const HOSTS: Readonly<Record<string, Table>> = {
  'no conflict': {
    'a new name in a delegated zone': finds(''),
    'an apex with MX, TXT and NS, which stay': finds('', ['@ MX 10 mail.@', '@ TXT v=spf1'], { host: apex }),
    'an external host, before its owner set any record': finds('', [], { host: shop }),
    'read through the resolver only': finds('', [], { resolverOnly: true }),
    'the expected CNAME': finds('info already-configured', ['api.@ CNAME TARGET'], { expected: { target } }),
    'the expected addresses, at an apex whose CNAME is flattened': finds(
      'info already-configured',
      ['@ A 192.0.2.80'],
      { host: apex, expected: { target } },
    ),
    'the expected CNAME, in a zone with a wildcard': finds(
      'info already-configured',
      ['*.@ A 192.0.2.7', 'api.@ CNAME TARGET'],
      { expected: { target } },
    ),
  },
  'a conflict': {
    ...Object.fromEntries(
      [...COMMON, 'CAA 0 issue amazon.com'].map((data) => [
        data,
        finds('blocked conflicting-record', [`api.@ ${data}`]),
      ]),
    ),
    ...Object.fromEntries(
      RARE.map((data) => [data, finds('blocked conflicting-record', [`api.@ ${data}`], { remains: true })]),
    ),
    'several types at once: one finding, every record named': finds(
      'blocked conflicting-record',
      ['api.@ 120 A 192.0.2.1', 'api.@ A 192.0.2.2', 'api.@ TXT x'],
      { changes: ['remove api.@ A 192.0.2.1', 'remove api.@ A 192.0.2.2', 'remove api.@ TXT "x"'] },
    ),
    'a type that is not queried: the name exists, and that is reported': finds(
      'warning exists-without-records',
      ['api.@ UNKNOWN_17 0000'],
    ),
    'only names below the host (an empty non-terminal)': finds('warning exists-without-records', [
      'x.api.@ A 192.0.2.1',
    ]),
    'only the validation record is below the host': finds('', ['_v.shop.@ CNAME _x.acm.test'], {
      host: shop,
      expected: { validation },
    }),
    'only a token is below the host, at the name of its validation record': finds(
      'warning record-missing',
      ['_v.shop.@ TXT stale'],
      { host: shop, expected: { validation } },
    ),
    "A at an owner's apex": finds('warning conflicting-record, warning apex-needs-alias', ['@ A 192.0.2.1'], {
      host: own,
    }),
    'foreign addresses at a deployed apex': finds('blocked conflicting-record', ['@ A 192.0.2.1'], {
      host: apex,
      expected: { target },
      remains: true,
    }),
    'flattened below the apex: addresses of the target alone': finds(
      'info already-configured',
      ['shop.@ A 192.0.2.80'],
      { host: verified, expected: { target } },
    ),
    'beside one of another server': finds(
      'blocked conflicting-record',
      ['shop.@ A 192.0.2.80', 'shop.@ A 192.0.2.9'],
      { host: verified, expected: { target } },
    ),
    "a CNAME, and ACM's record, where Cloudflare flattens every CNAME": finds(
      'warning cname-flattened',
      ['shop.@ A 192.0.2.9', 'below._v.shop.@ TXT x'],
      {
        host: verified,
        expected: { target, validation },
        more: {
          [zone]: {
            on: both,
            nameServers: ['ada.ns.cloudflare.com', 'bob.ns.cloudflare.com'],
            records: [`shop.${zone} A 192.0.2.9`, `below._v.shop.${zone} TXT x`],
          },
          'cloudflare.com': {
            on: ['127.0.0.15'],
            records: [`ada.ns.cloudflare.com A ${both[0]}`, `bob.ns.cloudflare.com A ${both[1]}`],
          },
        },
        changes: [],
      },
    ),
    'a CNAME elsewhere': finds('blocked cname-elsewhere', ['api.@ 600 CNAME cname.other.test'], {
      changes: ['remove api.@ CNAME cname.other.test'],
    }),
    'deployed, and its CNAME was changed later': finds(
      'blocked cname-elsewhere',
      ['api.@ CNAME cname.other.test'],
      { expected: { target }, changes: ['remove api.@ CNAME cname.other.test', 'add api.@ CNAME TARGET'] },
    ),
    'deployed, and an address was set beside its CNAME': finds(
      'blocked conflicting-record, info already-configured',
      ['api.@ CNAME TARGET', 'api.@ A 192.0.2.9'],
      { expected: { target }, changes: ['remove api.@ A 192.0.2.9'] },
    ),
    "another account's distribution has the name": finds(
      'blocked cname-elsewhere, blocked alias-taken',
      ['docs.@ CNAME d1.cloudfront.net'],
      { host: docs, more: { 'cloudfront.net': { on: both, records: ['d1.cloudfront.net A 192.0.2.90'] } } },
    ),
    'a distribution that is deleted has no aliases: its name does not exist': finds(
      'blocked cname-elsewhere',
      ['docs.@ CNAME d1.cloudfront.net'],
      { host: docs, more: { 'cloudfront.net': { on: both } } },
    ),
    'an API host that points to a distribution: a conflict, but not of aliases': finds(
      'blocked cname-elsewhere',
      ['api.@ CNAME d1.cloudfront.net'],
    ),
  },
  'an external host': {
    'verified: a conflict': finds('blocked conflicting-record', ['shop.@ A 192.0.2.1'], { host: verified }),
    'verified, not attached: its new record is not known, so the old one does not block': finds(
      'warning cname-elsewhere',
      ['shop.@ CNAME cname.other.test'],
      { host: verified, expected: { routingAwaited: true } },
    ),
    'attached, and its owner has replaced the record before': finds(
      'blocked cname-elsewhere',
      ['shop.@ CNAME cname.other.test'],
      { host: verified, expected: { target } },
    ),
    'not attached: what another place serves would be lost': finds(
      'warning cname-elsewhere',
      ['shop.@ CNAME cname.other.test'],
      { host: shop, expected: { target, kind: 'gateway' } },
    ),
    'attached: its owner has yet to set its record': finds('info record-missing', [], {
      host: verified,
      expected: { target, routingAwaited: true },
    }),
    'no run sets its records': finds('blocked record-missing', [], {
      host: verified,
      expected: { target, unset: ['routing', 'validation'] },
    }),
    'at the top of its zone': finds('warning apex-needs-alias', [], { host: own }),
    'at the top of its zone, attached': finds('info record-missing', [], {
      host: own,
      expected: { target },
      changes: ['add @ ALIAS TARGET'],
    }),
  },
  'a deployed host lacks': {
    'its routing record': finds('blocked record-missing', [], {
      expected: { target },
      changes: ['add api.@ CNAME TARGET'],
    }),
    'records that the stack has yet to create: the run sets them': finds('', [], {
      expected: { target, validation: atApi, unset: ['routing', 'validation'] },
    }),
    'its validation record: the next renewal fails': finds(
      'warning record-missing, info already-configured',
      ['api.@ CNAME TARGET'],
      { expected: { target, validation: atApi }, changes: ['add _v.api.@ CNAME _x.acm.test'] },
    ),
    'its validation record, which has another value': finds(
      'warning record-missing, info already-configured',
      ['api.@ CNAME TARGET', '_v.api.@ CNAME _old.acm.test'],
      {
        expected: { target, validation: atApi },
        changes: ['remove _v.api.@ CNAME _old.acm.test', 'add _v.api.@ CNAME _x.acm.test'],
      },
    ),
    'its validation record, in whose place a token of another method is, and a flattened address': finds(
      'warning record-missing, info already-configured',
      ['api.@ CNAME TARGET', '_v.api.@ TXT stale', '_v.api.@ A 192.0.2.1'],
      {
        expected: { target, validation: atApi },
        changes: [
          'remove _v.api.@ TXT "stale"',
          'remove _v.api.@ A 192.0.2.1',
          'add _v.api.@ CNAME _x.acm.test',
        ],
      },
    ),
    'nothing but what is beside its validation record, as some DNS hosts allow': finds(
      'warning record-missing, info already-configured',
      ['api.@ CNAME TARGET', '_v.api.@ CNAME _x.acm.test', '_v.api.@ TXT stale'],
      { expected: { target, validation: atApi }, changes: ['remove _v.api.@ TXT "stale"'] },
    ),
    "nothing, where ACM's value is without its underscore, as its user guide has it": finds(
      'info already-configured',
      ['api.@ CNAME TARGET', '_v.api.@ CNAME x.acm-validations.aws'],
      { expected: { target, validation: { ...atApi, value: '_x.acm-validations.aws' } } },
    ),
    'the addresses of an apex': finds('blocked record-missing', [], {
      host: apex,
      expected: { target },
      remains: true,
    }),
    'a record of an external host that its owner has yet to set': finds(
      'info record-missing, info record-missing',
      [],
      { host: shop, expected: { target, validation } },
    ),
    'a validation record that is in a zone of its own': finds('warning record-missing', [], {
      host: verified,
      expected: { validation },
      more: { [validation.name]: { on: ['127.0.0.14'] } },
    }),
    'nothing, where that zone has it': finds('', [], {
      host: verified,
      expected: { validation },
      more: { [validation.name]: { on: ['127.0.0.14'], records: [`${validation.name} CNAME _x.acm.test`] } },
    }),
  },
  'an HTTPS record at an apex (RFC 9460)': {
    'with the addresses of the old server': finds(
      'warning stale-https-record',
      ['@ UNKNOWN_65 0001000001000302683200040004c0000207'],
      { host: apex },
    ),
    'with another port': finds('warning stale-https-record', ['@ UNKNOWN_65 0001000003000220fb'], {
      host: apex,
    }),
    'with ECH keys': finds('warning stale-https-record', ['@ UNKNOWN_65 00010000050002abcd'], { host: apex }),
    'an alias for another name': finds(
      'blocked stale-https-record',
      ['@ UNKNOWN_65 0000036f6c64047465737400'],
      { host: apex, changes: ['remove @ HTTPS 0 old.test.'], remains: true },
    ),
    'with protocols only': finds('', [H2], { host: apex }),
    'with protocols only, where the stack is to set its own': finds('blocked stale-https-record', [H2], {
      host: distribution,
      changes: ['remove @ HTTPS 1 . alpn="h2"'],
      remains: true,
    }),
    'another target, where the stack is to set its own': finds(
      'blocked stale-https-record',
      ['@ UNKNOWN_65 0000036f6c64047465737400'],
      { host: distribution, remains: true },
    ),
    "the stack's own": finds('', [H2], { host: distribution, expected: { https: '1 . alpn="h2"' } }),
    "the stack's own was removed": finds('warning record-missing', [], {
      host: distribution,
      expected: { https: '1 . alpn="h2"' },
    }),
  },
};
