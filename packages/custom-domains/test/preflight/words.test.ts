// The words of every finding: what was found, why it matters, the fix and its records. Tests beside this one hold codes.
import { expect, test } from 'vitest';
import { formatFindings } from '../../src/preflight/reports/text.ts';
import { cloudflareHost, externalHost } from './plans.ts';
import { apex, both, type Case, coded, docs, run, target, zone } from './scenario.ts';

const shop = externalHost(`shop.${zone}`);
const validation = { name: `_v.shop.${zone}`, type: 'CNAME', value: '_x.acm.test' };
const eu = (name = zone) => cloudflareHost(`api.eu.${zone}`, name);
const moved = {
  'moved.test': {
    on: ['127.0.0.14'],
    nameServers: ['ada.ns.cloudflare.test'],
    delegatedTo: ['ns1.old.test'],
  },
  'old.test': { on: ['127.0.0.14'], records: ['ns1.old.test A 127.0.0.14'] },
  'cloudflare.test': { on: ['127.0.0.14'], records: ['ada.ns.cloudflare.test A 127.0.0.14'] },
};
const elsewhere = {
  'shop.test': { on: ['127.0.0.14'], nameServers: ['dns1.registrar-servers.com'] },
  'registrar-servers.com': { on: ['127.0.0.14'], records: ['dns1.registrar-servers.com A 127.0.0.14'] },
};
/** The parent names another DNS host's server, and the zone names Cloudflare's: one fault, and one finding. */
const twofold = {
  ...elsewhere,
  ...moved,
  'shop.test': { ...moved['moved.test'], delegatedTo: ['dns1.registrar-servers.com'] },
};
const refused: Case['misbehave'] = ({ server }, reply) =>
  both.includes(server) ? [coded(reply, 5)] : undefined;
const noCaa: Case['misbehave'] = ({ type, server }, reply) =>
  type === 'CAA' && both.includes(server) ? [coded(reply, 2)] : undefined;

const CASES: readonly Omit<Case, 'finds'>[] = [
  { name: 'one record in the way', records: [`api.${zone} A 192.0.2.1`] },
  { name: 'several', records: [`api.${zone} A 192.0.2.1`, `api.${zone} TXT x`], expected: { target } },
  { name: 'addresses at an apex', host: apex, records: [`${zone} A 192.0.2.1`], expected: { target } },
  { name: 'one in the way of an external host', host: shop, records: [`shop.${zone} A 192.0.2.1`] },
  { name: 'a CNAME elsewhere', records: [`api.${zone} CNAME cname.other.test`] },
  { name: 'the same, deployed', records: [`api.${zone} CNAME cname.other.test`], expected: { target } },
  { name: 'the same, external', host: shop, records: [`shop.${zone} CNAME cname.other.test`] },
  { name: 'configured', records: [`api.${zone} CNAME ${target}`], expected: { target } },
  { name: 'configured at an apex', host: apex, records: [`${zone} A 192.0.2.80`], expected: { target } },
  {
    name: "another's distribution",
    host: docs,
    records: [`docs.${zone} CNAME d1.cloudfront.net`],
    more: { 'cloudfront.net': { on: both, records: ['d1.cloudfront.net A 192.0.2.90'] } },
  },
  { name: 'no such zone', host: cloudflareHost('api.nobody.test', 'nobody.test') },
  { name: 'no such zone, external', host: externalHost('shop.nobody.test') },
  { name: 'not delegated', host: eu(`eu.${zone}`), records: [`eu.${zone} TXT here`] },
  {
    name: 'delegated to others than it names',
    host: cloudflareHost('api.moved.test', 'moved.test'),
    more: moved,
  },
  {
    name: 'delegated to another DNS host',
    host: cloudflareHost('api.shop.test', 'shop.test'),
    more: elsewhere,
  },
  { name: 'both of these', host: cloudflareHost('api.shop.test', 'shop.test'), more: twofold },
  { name: 'delegated away', host: eu(), more: { [`eu.${zone}`]: { on: ['127.0.0.14'] } } },
  {
    name: 'delegated away, by the resolver',
    host: eu(),
    more: { [`eu.${zone}`]: { on: ['127.0.0.14'] } },
    resolverOnly: true,
  },
  { name: 'below a DNAME', host: eu(), records: [`eu.${zone} DNAME other.test`] },
  { name: 'a wildcard', records: [`*.${zone} MX 10 mail.test`, `*.${zone} TXT x`] },
  { name: 'external at an apex', host: externalHost(zone) },
  { name: 'external at an apex, attached', host: externalHost(zone), expected: { target } },
  {
    name: 'the zone typed twice',
    host: shop,
    records: [`shop.${zone}.${zone} CNAME ${target}`],
    expected: { target },
  },
  { name: 'its own value typed twice', host: shop, records: [`shop.${zone}.${zone} CNAME other.test`] },
  { name: 'nothing set yet', host: shop, expected: { target, validation } },
  {
    name: 'another validation record',
    host: shop,
    records: [`${validation.name} CNAME other.test`],
    expected: { validation },
  },
  { name: 'records removed', expected: { target, validation: { ...validation, name: `_v.api.${zone}` } } },
  {
    name: 'CAA of another authority',
    records: [`${zone} CAA 0 issue letsencrypt.org`, `${zone} CAA 0 issue digicert.com`],
  },
  { name: 'CAA of none', records: [`${zone} CAA 0 issue ;`] },
  { name: 'CAA with a critical property', records: [`${zone} CAA 128 tbs unknown`] },
  { name: 'CAA with another method', records: [`${zone} CAA 0 issue amazon.com; validationmethods=http-01`] },
  { name: 'CAA in doubt', records: [`${zone} CAA 0 issue Amazon.com`] },
  { name: 'CAA that cannot be read', misbehave: noCaa },
  { name: 'nothing can be read', misbehave: refused },
  { name: 'one server is silent', misbehave: ({ server }) => (server === '127.0.0.12' ? [] : undefined) },
  {
    name: 'servers differ',
    misbehave: ({ server, name, type }, reply) =>
      server === '127.0.0.12' && name === `api.${zone}` && type !== 'CNAME'
        ? [coded(reply, 0, true)]
        : undefined,
    records: [`api.${zone} A 192.0.2.1`],
  },
];

test('each finding is a text for a person', async () => {
  const texts: string[] = [];
  for (const one of CASES) {
    const findings = await run({ ...one, finds: [] });
    expect(findings, one.name).not.toEqual([]);
    const text = findings.map(
      (finding) => `${finding.severity}\n${formatFindings([finding], { indent: 2 })}`,
    );
    texts.push(`# ${one.name}\n${text.join('\n')}`);
  }
  // The test's servers have another port in each run.
  const words = `${texts.join('\n\n')}\n`.replace(/(127\.0\.0\.\d+):\d+/g, '$1:PORT');
  expect(words).not.toMatch(/undefined|\[object/);
  await expect(words).toMatchFileSnapshot('./words.txt');
});
