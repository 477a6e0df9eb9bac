// Which of several zones of one name the delegation leads to: by the name servers that the DNS host's API has.
import type { SoaAnswer } from 'dns-packet';
import type { Misbehaviour } from '../dns-server.ts';
import type { Internet } from '../internet.ts';
import {
  both,
  type Case,
  coded,
  finds,
  firstOf,
  rewritten,
  shop,
  type Table,
  when,
  zone,
} from '../scenario.ts';

const ADA = ['ada.ns.cloudflare.test', 'bob.ns.cloudflare.test'];
const CARL = ['carl.ns.cloudflare.test', 'dora.ns.cloudflare.test'];
const VANITY = ['dns1.brand.test', 'dns2.brand.test'];
/** Assigned to a zone that nothing is delegated to. */
const UNUSED = '127.0.0.15';
const addresses = (names: readonly string[], on: readonly string[]) =>
  names.map((name, index) => `${name} A ${on[index] ?? on[0]}`);
/** petstore.test is delegated to these servers, which have the addresses of both. */
const delegatedTo = (nameServers: readonly string[], assignedOn: readonly string[] = [UNUSED]): Internet => ({
  [zone]: { on: both, nameServers },
  'cloudflare.test': { on: [UNUSED], records: [...addresses(ADA, both), ...addresses(CARL, assignedOn)] },
  'brand.test': { on: [UNUSED], records: addresses(VANITY, both) },
});
const known = (nameServers: readonly string[]) => ({ kind: 'known', nameServers }) as const;
/** UNUSED serves petstore.test too; its SOA, and that of the delegated servers, have these serials. */
const soa = (assigned: number, others: number): Misbehaviour => {
  const withSerial = (serial: number) => (reply: Buffer) => {
    const data = { mname: `ns1.${zone}`, rname: `hostmaster.${zone}`, serial, minimum: 60 };
    const answer: SoaAnswer = { type: 'SOA', name: zone, ttl: 60, data };
    return [rewritten(coded(reply, 'NOERROR', true), { answers: [answer] })];
  };
  const queries = { name: zone, types: ['SOA'] };
  return firstOf(
    when({ ...queries, to: UNUSED }, withSerial(assigned)),
    when({ ...queries, to: both }, withSerial(others)),
  );
};

/** The zone is delegated to these servers, and the API has those. */
const whenDelegated = (
  codes: string,
  nameServers: readonly string[],
  assigned: Case['assigned'],
  more: Partial<Case> = {},
): Case => finds(codes, [], { more: delegatedTo(nameServers), assigned, ...more });
const changing = (action: string, servers: readonly string[]) =>
  servers.map((one) => `${action} @ NS ${one}`);
const REFUSED = { kind: 'failed', detail: '403 Forbidden' } as const;
const [WRONG, UNCONFIRMED] = ['blocked wrong-zone', 'warning zone-unconfirmed'];

export const SEVERAL_ZONES: Readonly<Record<string, Table>> = {
  'of several zones of one name, delegated': {
    'to those that the API has': whenDelegated('', ADA, known(ADA)),
    'to the servers of another zone at that DNS host': whenDelegated(WRONG, ADA, known(CARL), {
      remains: true,
      changes: [...changing('remove', ADA), ...changing('add', CARL)],
    }),
    'to vanity names with the addresses of the assigned servers, as white-label servers of Route 53 are':
      whenDelegated('', VANITY, known(CARL), { more: delegatedTo(VANITY, both) }),
    'to vanity names of servers with another SOA': whenDelegated(WRONG, VANITY, known(CARL), {
      misbehave: soa(7, 8),
      remains: true,
    }),
    'to secondary servers with a copy': whenDelegated('', VANITY, known(CARL), { misbehave: soa(7, 7) }),
    'to servers with the same SOA, whose serial is the 1 of every zone at Route 53': whenDelegated(
      UNCONFIRMED,
      VANITY,
      known(CARL),
      { misbehave: soa(1, 1) },
    ),
    'to servers of other names and addresses, and the assigned ones do not serve the zone': whenDelegated(
      UNCONFIRMED,
      VANITY,
      known(CARL),
    ),
    'to servers that the API refused to tell': whenDelegated(UNCONFIRMED, ADA, REFUSED),
    "without credentials, to servers named as the declared DNS host's": whenDelegated('', ADA, 'unasked'),
    'without credentials, to servers of an unknown DNS host': whenDelegated(UNCONFIRMED, VANITY, 'unasked'),
    'without credentials, above an external host: its owner has the zone': whenDelegated(
      '',
      VANITY,
      'unasked',
      { host: shop },
    ),
  },
};
