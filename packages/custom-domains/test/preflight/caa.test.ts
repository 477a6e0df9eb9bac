// CAA from live DNS: before and after cut-over, through CNAMEs, and where it cannot be read.
import { describe } from 'vitest';
import type { Internet } from './internet.ts';
import { cloudflareHost, externalHost } from './plans.ts';
import { apex, both, coded, host, target, verify, zone } from './scenario.ts';

const vercel: Internet = {
  'vercel.test': {
    on: ['127.0.0.15'],
    records: ['cname.vercel.test A 192.0.2.9', 'cname.vercel.test CAA 0 issue letsencrypt.org'],
  },
};
const shop = externalHost(`shop.${zone}`);
const atVercel = `shop.${zone} CNAME cname.vercel.test`;

describe('who may issue', () => {
  verify([
    {
      name: 'only another authority: one more record, where the RRset is',
      records: [`${zone} CAA 0 issue letsencrypt.org`],
      finds: ['blocked caa-blocks-authority'],
      changes: [`add ${zone} CAA 0 issue "amazon.com"`],
    },
    {
      name: 'no authority',
      records: [`${zone} CAA 0 issue ;`],
      finds: ['blocked caa-blocks-authority'],
    },
    {
      name: 'an RRset between host and zone is the relevant one',
      host: cloudflareHost(`api.eu.${zone}`, zone),
      records: [`eu.${zone} CAA 0 issue letsencrypt.org`, `${zone} CAA 0 issue amazon.com`],
      finds: ['blocked caa-blocks-authority'],
      changes: [`add eu.${zone} CAA 0 issue "amazon.com"`],
    },
    {
      name: 'an RRset above the zone is the relevant one where the zone has none',
      more: { test: { on: ['127.0.0.9'], records: ['test CAA 0 issue letsencrypt.org'] } },
      finds: ['blocked caa-blocks-authority'],
      changes: ['add test CAA 0 issue "amazon.com"'],
    },
    {
      name: 'the root is not queried',
      more: { '': { on: ['127.0.0.9'], records: ['. CAA 0 issue ;'] } },
      finds: [],
    },
    {
      name: 'an unknown critical property: remove it',
      records: [`${zone} CAA 128 tbs unknown`],
      finds: ['blocked caa-blocks-authority'],
      changes: [`remove ${zone} CAA 128 tbs "unknown"`],
    },
    {
      name: 'Amazon, but not with DNS validation',
      records: [`${zone} CAA 0 issue amazon.com; validationmethods=http-01`],
      finds: ['blocked caa-blocks-dns-validation'],
      changes: [`add ${zone} CAA 0 issue "amazon.com"`],
    },
    {
      name: 'Amazon in capitals',
      records: [`${zone} CAA 0 issue Amazon.com`],
      finds: ['warning caa-blocks-authority'],
    },
    {
      name: 'an apex keeps its CAA, which is the relevant one',
      host: apex,
      records: [`${zone} CAA 0 issue letsencrypt.org`],
      finds: ['blocked caa-blocks-authority'],
    },
    {
      name: "a host's own set goes with the record in the way; the zone's decides then",
      records: [`api.${zone} CAA 0 issue letsencrypt.org`, `${zone} CAA 0 issue amazon.com`],
      finds: ['blocked conflicting-record'],
    },
    {
      name: "external: a host's own RRset is the relevant one for the first certificate",
      host: shop,
      records: [`shop.${zone} CAA 0 issue letsencrypt.org`, `shop.${zone} A 192.0.2.1`],
      finds: ['blocked caa-blocks-authority', 'warning conflicting-record'],
      changes: [
        `remove shop.${zone} CAA 0 issue "letsencrypt.org"`,
        `remove shop.${zone} A 192.0.2.1`,
        `add shop.${zone} CAA 0 issue "amazon.com"`,
      ].sort(),
      remains: true,
    },
  ]);
});

describe('through the present CNAME', () => {
  verify([
    {
      name: "the other platform's set forbids Amazon until cut-over",
      host: shop,
      more: vercel,
      records: [atVercel],
      finds: ['blocked caa-of-current-target', 'warning cname-elsewhere'],
    },
    {
      name: 'it forbids now, and the zone does afterwards',
      host: shop,
      more: vercel,
      records: [atVercel, `${zone} CAA 0 issue digicert.com`],
      finds: ['blocked caa-blocks-authority', 'blocked caa-of-current-target', 'warning cname-elsewhere'],
    },
    {
      name: 'it allows now, and the zone forbids afterwards',
      host: shop,
      more: { 'vercel.test': { on: ['127.0.0.15'], records: ['cname.vercel.test CAA 0 issue amazon.com'] } },
      records: [atVercel, `${zone} CAA 0 issue digicert.com`],
      finds: ['blocked caa-blocks-authority', 'warning cname-elsewhere'],
    },
    {
      name: 'it has none: the search continues from the host, not from the target',
      host: shop,
      more: {
        'vercel.test': {
          on: ['127.0.0.15'],
          records: ['vercel.test CAA 0 issue ;', 'cname.vercel.test A 192.0.2.9'],
        },
      },
      records: [atVercel],
      finds: ['warning cname-elsewhere'],
    },
    {
      name: "deployed: the target is ours, and its set is not judged as somebody else's",
      records: [`api.${zone} CNAME ${target}`],
      expected: { target },
      more: { 'aws.test': { on: ['127.0.0.13'], records: [`${target} CAA 0 issue amazon.com`] } },
      finds: ['info already-configured'],
    },
  ]);
});

describe('CAA that cannot be read', () => {
  const fails =
    (code: number) =>
    ({ type, server }: { type: string; server: string }, reply: Buffer) =>
      type === 'CAA' && both.includes(server) ? [coded(reply, code)] : undefined;
  verify([
    { name: 'can block', misbehave: fails(2), finds: ['warning caa-unreadable'] },
    {
      name: 'will block where the zone is signed',
      misbehave: fails(2),
      more: { test: { on: ['127.0.0.9'], records: [`${zone} DS abcd`] } },
      finds: ['blocked caa-unreadable'],
    },
    {
      name: 'one server fails and the other responds: read',
      misbehave: ({ type, server }, reply) =>
        type === 'CAA' && server === '127.0.0.11' ? [coded(reply, 2)] : undefined,
      records: [`${zone} CAA 0 issue letsencrypt.org`],
      finds: ['blocked caa-blocks-authority'],
    },
    {
      name: 'one server says that the host does not exist, and the other has its RRset: read',
      host: apex,
      misbehave: ({ server, name, type }, reply) =>
        server === '127.0.0.11' && name === zone && !['SOA', 'NS', 'CAA'].includes(type)
          ? [coded(reply, 3, true)]
          : undefined,
      records: [`${zone} CAA 0 issue letsencrypt.org`],
      finds: ['blocked caa-blocks-authority', 'warning nameservers-disagree'],
    },
    {
      name: 'does not matter above an RRset that was found',
      misbehave: ({ type, name, server }, reply) =>
        type === 'CAA' && name === 'test' && server === '127.0.0.1' ? [coded(reply, 2)] : undefined,
      records: [`${zone} CAA 0 issue amazon.com`],
      host,
      finds: [],
    },
  ]);
});
