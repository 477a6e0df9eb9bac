// Hosts that move: how long the old record is remembered, from live DNS, over real sockets.
import { expect, test } from 'vitest';
import type { Observation } from '../../src/preflight/observation/observation.ts';
import { rememberedFor } from '../../src/preflight/rules/remembered.ts';
import { externalHost } from './plans.ts';
import { apex, type Case, docs, host, verify, zone } from './scenario.ts';

const old = 'd-1.execute-api.aws.test';
const atGateway = { expected: { target: old }, before: { target: 'gateway' } } as const;
const shop = externalHost(`shop.${zone}`, true);
const permanent = { to: `https://${zone}`, status: 308 };

const CUT = { kind: 'zone', name: zone, negativeTtl: 300, missing: [] } as const;

const CASES: readonly Case[] = [
  {
    name: 'to a distribution, with an hour',
    ...{ host: docs, records: [`docs.${zone} 3600 CNAME ${old}`], ...atGateway },
    finds: ['info already-configured', 'info remembered-for'],
  },
  {
    name: 'to a distribution, with the TTL lowered before: an earlier one may be remembered',
    ...{ host: docs, records: [`docs.${zone} 60 CNAME ${old}`], ...atGateway },
    finds: ['info already-configured', 'info remembered-for'],
  },
  {
    name: 'with a day: kept as long',
    ...{ host: docs, records: [`docs.${zone} 86400 CNAME ${old}`], ...atGateway },
    finds: ['info already-configured', 'info remembered-for'],
  },
  {
    name: 'at an apex: the addresses are remembered',
    ...{ host: apex, records: [`${zone} 61 A 192.0.2.80`] },
    ...{ expected: { target: old }, before: { target: 'distribution' } },
    finds: ['info already-configured', 'info remembered-for'],
  },
  {
    name: 'whose owner sets the record, whatever its TTL is',
    ...{ host: shop, records: [`shop.${zone} 60 CNAME ${old}`], ...atGateway },
    finds: ['warning remembered-for', 'info already-configured'],
  },
  {
    name: 'with the resolver alone: its cache has what remains of the time',
    ...{ host: docs, records: [`docs.${zone} 300 CNAME ${old}`], ...atGateway, resolverOnly: true },
    finds: ['info already-configured', 'info remembered-for'],
  },
  {
    name: 'without a record: nothing is remembered',
    ...{ host: docs, before: { target: 'gateway' } },
    finds: [],
  },
  {
    name: 'between documentation and a temporary redirect: the distribution and the record stay',
    ...{ host: docs, records: [`docs.${zone} 3600 CNAME ${old}`], expected: { target: old } },
    before: { target: 'distribution', redirect: { to: `https://${zone}`, status: 302 } },
    finds: ['info already-configured'],
  },
  {
    name: 'from a permanent redirect: browsers remember it',
    ...{ host: docs, records: [`docs.${zone} 3600 CNAME ${old}`], expected: { target: old } },
    before: { target: 'distribution', redirect: permanent },
    finds: ['info already-configured', 'info remembered-for'],
  },
  {
    name: 'from a permanent redirect to a gateway: both are remembered',
    ...{ host, records: [`api.${zone} 300 CNAME ${old}`], expected: { target: old } },
    before: { target: 'distribution', redirect: permanent },
    finds: ['info already-configured', 'info remembered-for', 'info remembered-for'],
  },
];

verify(CASES);

test('a host swapped with its permanent redirect: a loop for browsers that remember it', () => {
  const observation: Observation = {
    host: docs.host,
    resolverOnly: false,
    cut: CUT,
    views: [],
    doubled: [],
    caa: [],
  };
  const before = { target: 'distribution', redirect: permanent } as const;
  const findings = (redirect?: { to: string }) =>
    rememberedFor(docs, observation, before, [docs, { ...apex, ...(redirect && { redirect }) }]);
  const [loop] = findings({ to: `https://${docs.host}/` });
  expect(loop).toMatchObject({ code: 'remembered-for', severity: 'warning' });
  expect(loop?.why).toContain('the two are a loop');
  for (const other of [undefined, { to: 'https://other.test' }]) {
    expect(findings(other)).toMatchObject([{ severity: 'info' }]);
  }
});
