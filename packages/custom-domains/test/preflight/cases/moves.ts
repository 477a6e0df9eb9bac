// Hosts that move: how long the record that led to the old attachment is remembered.
import { apex, docs, finds, findsWith, type Table, target, verified, zone } from '../scenario.ts';

const fromGateway = { expected: { target }, before: { target: 'gateway' } } as const;
const redirect = { to: `https://${zone}`, status: 308 };
const fromRedirect = { expected: { target }, before: { target: 'distribution', redirect } } as const;
const ofDocs = findsWith({ host: docs });
const HOUR = 'docs.@ 3600 CNAME TARGET';
const REMEMBERED = 'info already-configured, info remembered-for';

export const MOVES: Readonly<Record<string, Table>> = {
  'a host moves': {
    'to a distribution, with an hour': ofDocs(REMEMBERED, [HOUR], fromGateway),
    'with a day: kept as long': ofDocs(REMEMBERED, ['docs.@ 86400 CNAME TARGET'], fromGateway),
    'at an apex: the addresses are remembered, as long as the longest': finds(
      REMEMBERED,
      ['@ 30 AAAA 2001:db8::80', '@ 61 A 192.0.2.80'],
      { host: apex, expected: { target }, before: { target: 'distribution' } },
    ),
    'and its owner sets the record, whatever its TTL is': finds(
      'warning remembered-for, info already-configured',
      ['shop.@ 60 CNAME TARGET'],
      { host: verified, ...fromGateway },
    ),
    'and the resolver alone is queried: its cache has what remains of the time': ofDocs(
      REMEMBERED,
      ['docs.@ 300 CNAME TARGET'],
      { ...fromGateway, resolverOnly: true },
    ),
    'without a record: nothing is remembered': ofDocs('', [], { before: { target: 'gateway' } }),
    'between documentation and a temporary redirect: the distribution and the record stay': ofDocs(
      'info already-configured',
      [HOUR],
      { expected: { target }, before: { target: 'distribution', redirect: { ...redirect, status: 302 } } },
    ),
    'from a permanent redirect: browsers remember it': ofDocs(REMEMBERED, [HOUR], fromRedirect),
    'from a permanent redirect to a gateway: both are remembered': finds(
      `${REMEMBERED}, info remembered-for`,
      ['api.@ 300 CNAME TARGET'],
      fromRedirect,
    ),
  },
};
