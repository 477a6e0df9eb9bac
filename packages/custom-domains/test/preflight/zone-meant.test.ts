// Which of several zones of one name the delegation leads to: by the name servers that the DNS host's API has.
import type { SoaAnswer } from 'dns-packet';
import { describe } from 'vitest';
import type { Misbehaviour } from './dns-server.ts';
import type { Internet } from './internet.ts';
import { externalHost } from './plans.ts';
import { both, coded, rewritten, verify, zone } from './scenario.ts';

const ADA = ['ada.ns.cloudflare.test', 'bob.ns.cloudflare.test'];
const VANITY = ['dns1.brand.test', 'dns2.brand.test'];
/** Assigned to a zone that nothing is delegated to. */
const OTHER = '127.0.0.15';
const CARL = ['carl.ns.cloudflare.test', 'dora.ns.cloudflare.test'];

const addresses = (names: readonly string[], on: readonly string[]) =>
  names.map((name, index) => `${name} A ${on[index] ?? on[0]}`);
/** petstore.test is delegated to these servers, which have the addresses of both. */
const delegatedTo = (nameServers: readonly string[], assignedOn: readonly string[] = [OTHER]): Internet => ({
  [zone]: { on: both, nameServers },
  'cloudflare.test': {
    on: [OTHER],
    records: [...addresses(ADA, both), ...addresses(CARL, assignedOn)],
  },
  'brand.test': { on: [OTHER], records: addresses(VANITY, both) },
});
const known = (nameServers: readonly string[]) => ({ kind: 'known', nameServers }) as const;

/** OTHER serves petstore.test too; its SOA, and that of the delegated servers, have these serials. */
const soa =
  (serials: { readonly assigned: number; readonly delegated: number }): Misbehaviour =>
  ({ server, name, type }, reply) => {
    if (name !== zone || type !== 'SOA' || !(server === OTHER || both.includes(server))) return undefined;
    const serial = server === OTHER ? serials.assigned : serials.delegated;
    const data = { mname: `ns1.${zone}`, rname: `hostmaster.${zone}`, serial, minimum: 60 };
    const answer: SoaAnswer = { type: 'SOA', name: zone, ttl: 60, data };
    return [rewritten(coded(reply, 0, true), { answers: [answer] })];
  };

describe('with the name servers of the zone', () => {
  verify([
    {
      name: 'delegated to them',
      more: delegatedTo(ADA),
      assigned: known(ADA),
      finds: [],
    },
    {
      name: 'to the same DNS host, but to the servers of another zone of that name',
      more: delegatedTo(ADA),
      assigned: known(CARL),
      finds: ['blocked wrong-zone'],
      changes: [
        ...ADA.map((server) => `remove ${zone} NS ${server}`),
        ...CARL.map((server) => `add ${zone} NS ${server}`),
      ],
      remains: true,
    },
    {
      name: 'to vanity names that the API has too',
      more: delegatedTo(VANITY),
      assigned: known([...CARL, ...VANITY]),
      finds: [],
    },
    {
      name: 'to vanity names with the addresses of the assigned servers, as white-label servers of Route 53 are',
      more: delegatedTo(VANITY, both),
      assigned: known(CARL),
      finds: [],
    },
    {
      name: 'to vanity names of servers with another SOA',
      more: delegatedTo(VANITY),
      assigned: known(CARL),
      misbehave: soa({ assigned: 7, delegated: 8 }),
      finds: ['blocked wrong-zone'],
      remains: true,
    },
    {
      name: 'to secondary servers with a copy of the zone',
      more: delegatedTo(VANITY),
      assigned: known(CARL),
      misbehave: soa({ assigned: 7, delegated: 7 }),
      finds: [],
    },
    {
      name: 'to servers with the same SOA, whose serial is the 1 of every zone at Route 53',
      more: delegatedTo(VANITY),
      assigned: known(CARL),
      misbehave: soa({ assigned: 1, delegated: 1 }),
      finds: ['warning zone-unconfirmed'],
    },
    {
      name: 'to unknown servers, and the assigned ones do not serve the zone',
      more: delegatedTo(VANITY),
      assigned: known(CARL),
      finds: ['warning zone-unconfirmed'],
    },
    {
      name: 'which the API refused to tell',
      more: delegatedTo(ADA),
      assigned: { kind: 'failed', detail: '403 Forbidden' },
      finds: ['warning zone-unconfirmed'],
    },
  ]);
});

describe('without credentials', () => {
  verify([
    {
      name: 'servers named as those of the declared DNS host',
      more: delegatedTo(ADA),
      assigned: 'unasked',
      finds: [],
    },
    {
      name: 'servers of an unknown DNS host',
      more: delegatedTo(VANITY),
      assigned: 'unasked',
      finds: ['warning zone-unconfirmed'],
    },
    {
      name: 'an external host: its owner has the zone',
      host: externalHost(`shop.${zone}`),
      more: delegatedTo(VANITY),
      assigned: 'unasked',
      finds: [],
    },
  ]);
});
