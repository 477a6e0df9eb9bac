// CAA from live DNS: before and after cut-over, through CNAMEs and wildcards, of each server, and where it cannot be read.
import type { Answer } from 'dns-packet';
import { isWithin } from '../../../src/names/dns-name.ts';
import type { Misbehaviour } from '../dns-server.ts';
import {
  apex,
  both,
  eu,
  finds,
  findsWith,
  responds,
  rewritten,
  shop,
  type Table,
  target,
  validation,
  when,
  zone,
} from '../scenario.ts';
import { at, atPlatform, LE, platform } from './given.ts';

const [, OTHER] = both as [string, string];

const above = (record: string) => ({ test: { on: ['127.0.0.9'], records: [record] } });
const issue = (name: string, value: string): Answer => {
  return { type: 'CAA', name, ttl: 60, data: { flags: 0, tag: 'issue', value } };
};
/** The zone's RRset on the second server. */
const onSecond = (...values: readonly string[]) =>
  when({ to: OTHER, name: zone, types: ['CAA'] }, (reply) => [
    rewritten(reply, {
      answers: values.map((value) => issue(zone, value)),
    }),
  ]);
const unreadable = (name?: string) => when({ to: both, name, types: ['CAA'] }, responds('SERVFAIL'));
/** As tinydns: the wildcard applies to the host too, which has a name below it. */
const outlasting: Misbehaviour = ({ server, name, type }, reply) => {
  const isWild = both.includes(server) && isWithin(name, shop.host) && name !== validation.name;
  if (!isWild || type !== 'CAA') return undefined;
  return [rewritten(reply, { flags: 0x0400, answers: [issue(name, LE)], authorities: [] })];
};

const ROOT = { '': { on: ['127.0.0.9'], records: ['. CAA 0 issue ;'] } };
/** The types that are asked for at a host. */
const ASKED = ['A', 'AAAA', 'MX', 'TXT', 'CAA', 'HTTPS'];
const ofShop = findsWith({ host: shop });
const atPlatformOfLe = findsWith({ host: shop, more: platform(LE) });
const [FORBIDS, MAY_FORBID] = ['blocked caa-blocks-authority', 'warning caa-blocks-authority'];
const LEAVES = 'warning cname-elsewhere';
const NOW = `blocked caa-of-current-target, ${LEAVES}`;
const LOOP = `blocked cname-loop, ${LEAVES}`;
const AMAZON = '@ CAA 0 issue amazon.com';
const ADD_AMAZON = 'add @ CAA 0 issue "amazon.com"';
const ONLY_LE = `@ CAA 0 issue ${LE}`;

export const CAA: Readonly<Record<string, Table>> = {
  'who may issue': {
    Amazon: finds('', [AMAZON]),
    'only others: one more record, where the RRset is': finds(
      FORBIDS,
      [ONLY_LE, '@ CAA 0 issue digicert.com'],
      { changes: [ADD_AMAZON] },
    ),
    nobody: finds(FORBIDS, ['@ CAA 0 issue ;']),
    'Amazon, for an account that cannot be': finds(FORBIDS, ['@ CAA 0 issue amazon.com; accounturi=1']),
    'Amazon, for an account that may be another': finds(MAY_FORBID, [
      '@ CAA 0 issue amazon.com; accounturi=https://a.test/1',
    ]),
    'Amazon in capitals': finds(MAY_FORBID, ['@ CAA 0 issue Amazon.com']),
    'Amazon, but not with DNS validation': finds(
      'blocked caa-blocks-dns-validation',
      ['@ CAA 0 issue amazon.com; validationmethods=http-01'],
      { changes: [ADD_AMAZON] },
    ),
    'an unknown critical property: remove it': finds(FORBIDS, ['@ CAA 128 tbs unknown'], {
      changes: ['remove @ CAA 128 tbs "unknown"'],
    }),
    'a critical property that Amazon does not document (RFC 8659 4.1)': finds(
      MAY_FORBID,
      [AMAZON, '@ CAA 128 issuevmc ;'],
      { changes: ['remove @ CAA 128 issuevmc ";"'] },
    ),
    'an RRset between host and zone is the relevant one': finds(FORBIDS, [`eu.@ CAA 0 issue ${LE}`, AMAZON], {
      host: eu,
      changes: ['add eu.@ CAA 0 issue "amazon.com"'],
    }),
    'an RRset above the zone is, where the zone has none': finds(FORBIDS, [], {
      more: above(`test CAA 0 issue ${LE}`),
      changes: ['add test CAA 0 issue "amazon.com"'],
    }),
    'the root is not queried': finds('', [], { more: ROOT }),
    'an apex keeps its CAA, which is the relevant one': finds(FORBIDS, [ONLY_LE], { host: apex }),
    "a host's own RRset goes with the record in the way; the zone's decides then": finds(
      'blocked conflicting-record',
      [`api.@ CAA 0 issue ${LE}`, AMAZON],
    ),
    "an external host's own RRset is the relevant one for the first certificate": ofShop(
      'blocked caa-blocks-authority, warning conflicting-record',
      [`shop.@ CAA 0 issue ${LE}`, 'shop.@ A 192.0.2.1'],
      {
        changes: [
          'add shop.@ CAA 0 issue "amazon.com"',
          'remove shop.@ A 192.0.2.1',
          `remove shop.@ CAA 0 issue "${LE}"`,
        ],
        remains: true,
      },
    ),
  },
  'through the present CNAME': {
    'it forbids until cut-over, and nothing does afterwards': atPlatformOfLe(NOW, [atPlatform]),
    'it forbids now, and the zone does afterwards': atPlatformOfLe(`${FORBIDS}, ${NOW}`, [
      atPlatform,
      '@ CAA 0 issue digicert.com',
    ]),
    'it forbids now, and the zone allows afterwards': atPlatformOfLe(NOW, [atPlatform, AMAZON]),
    'it forbids now, and afterwards is not known': atPlatformOfLe(
      `${NOW}, warning caa-unreadable`,
      [atPlatform],
      { misbehave: unreadable(zone), remains: true },
    ),
    'it has none: the search continues from the host, not from the target': ofShop(LEAVES, [atPlatform], {
      more: at('platform.test', 'platform.test CAA 0 issue ;', 'cname.platform.test A 192.0.2.9'),
    }),
    "deployed: the target is ours, and its RRset is not judged as somebody else's": finds(
      'info already-configured',
      ['api.@ CNAME TARGET'],
      { expected: { target }, more: at('aws.test', `${target} CAA 0 issue amazon.com`) },
    ),
    "a wildcard's CNAME ends with the validation record (RFC 4592 2.2.2)": atPlatformOfLe(
      'warning wildcard-hidden',
      ['*.@ CNAME cname.platform.test'],
    ),
    'CNAMEs that lead back are named, and not their SERVFAIL (RFC 1034 3.6.2)': ofShop(
      LOOP,
      ['shop.@ CNAME a.@', 'a.@ CNAME b.@', 'b.@ CNAME a.@'],
      { remains: true },
    ),
    'CNAMEs that lead back, and the servers of the zone respond SERVFAIL, as BIND': ofShop(
      LOOP,
      ['shop.@ CNAME a.@', 'a.@ CNAME shop.@'],
      {
        misbehave: when({ name: shop.host, types: ASKED }, responds('SERVFAIL')),
        remains: true,
      },
    ),
    'twelve CNAMEs in a row': ofShop(
      LOOP,
      ['shop.@ CNAME a1.@', ...Array.from({ length: 12 }, (_, at) => `a${at + 1}.@ CNAME a${at + 2}.@`)],
      { remains: true },
    ),
    // CoreDNS 1.12.0, tinydns 1.05, MaraDNS 2.0.13 and PowerDNS 4.7.3 with rows that are not rectified do not end it.
    "a wildcard's CAA ends too, on servers that follow RFC 4592": ofShop(
      'warning caa-blocks-authority, warning wildcard-hidden',
      [`*.@ CAA 0 issue ${LE}`],
    ),
    'and does not on others, as a validation record shows': ofShop(
      'blocked caa-blocks-authority, warning wildcard-hidden',
      [`*.@ CAA 0 issue ${LE}`, '_v.shop.@ CNAME _x.acm.test'],
      {
        expected: { validation },
        misbehave: outlasting,
        changes: ['add *.@ CAA 0 issue "amazon.com"'],
        remains: true,
      },
    ),
  },
  'where servers differ or fail': {
    'the second server forbids: it decides': finds(
      'blocked caa-blocks-authority, warning nameservers-disagree',
      [],
      { misbehave: onSecond(LE) },
    ),
    'the second server has no RRset, and the name above forbids': finds(
      'blocked caa-blocks-authority, warning nameservers-disagree',
      [AMAZON],
      {
        more: above(`test CAA 0 issue ${LE}`),
        misbehave: onSecond(),
        changes: ['add test CAA 0 issue "amazon.com"'],
        remains: true,
      },
    ),
    'all fail: an authority may refuse': finds('warning caa-unreadable', [], { misbehave: unreadable() }),
    'all fail, and the zone is signed: it will': finds('blocked caa-unreadable', [], {
      misbehave: unreadable(),
      more: above(`${zone} DS abcd`),
    }),
    'data that is malformed (RFC 8659 4.1)': finds('blocked caa-unreadable', ['@ UNKNOWN_257 0000', AMAZON], {
      changes: ['remove @ CAA \\# 2 0000'],
      remains: true,
    }),
  },
};
