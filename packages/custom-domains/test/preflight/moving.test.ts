// The findings of a host that moves in: what of its old place is no conflict, and what still is.
import { expect, test } from 'vitest';
import type { Finding, FindingCode } from '../../src/preflight/finding.ts';
import { type Move, withMove } from '../../src/preflight/rules/moving.ts';
import { cloudflareHost } from './plans.ts';

const HOST = 'shop.example.com';
const gateway = cloudflareHost(HOST, 'example.com');
const distribution = cloudflareHost(HOST, 'example.com', { target: 'distribution' });
const apex = cloudflareHost('example.com', 'example.com', { target: 'distribution' });
const waits = { kind: 'waits', why: 'it differs', fix: 'name it' } as const;

const found = (code: FindingCode, type: string, value: string): Finding => ({
  ...{ code, severity: 'blocked', host: HOST, found: value, why: '', fix: '' },
  records: [{ action: 'remove', name: HOST, type, value, ttl: 300 }],
});
const missing = (name: string): Finding => ({
  ...found('record-missing', 'CNAME', ''),
  severity: 'warning',
  records: [{ action: 'add', name, type: 'CNAME', value: 'd-1.execute-api.aws.test', ttl: 300 }],
});
const cname = found('cname-elsewhere', 'CNAME', 'shops.platform.example');
const taken = found('alias-taken', 'CNAME', 'd2.cloudfront.net');
const https = found('stale-https-record', 'HTTPS', '1 . alpn="h2"');
const caa: Finding = { ...found('caa-blocks-authority', 'CAA', ''), records: [] };
const ownGateway = found('cname-elsewhere', 'CNAME', 'd-1.execute-api.eu-west-1.amazonaws.com');
const otherGateway = found('cname-elsewhere', 'CNAME', 'd-1.execute-api.us-east-1.amazonaws.com');

const prepares: Move = {
  ...{ step: { kind: 'prepares' }, region: 'eu-west-1' },
  command: (name) => `own-tool ${name}`,
};

test.each<[string, typeof gateway, readonly Finding[], Partial<Move>, readonly string[]]>([
  ['a CNAME elsewhere', gateway, [cname], {}, ['info moving-in']],
  [
    'that, and what CAA forbids',
    gateway,
    [cname, caa],
    {},
    ['info moving-in', 'blocked caa-blocks-authority'],
  ],
  ['no record', gateway, [], {}, []],
  ['no record any more: this run sets the routing record', gateway, [missing(HOST)], {}, []],
  ['no validation record', gateway, [missing(`_v.${HOST}`)], {}, ['warning record-missing']],
  ['a record that the line does not name', gateway, [cname], { step: waits }, ['warning moving-in']],
  ['no record that DNS shows, and a failed look-up', gateway, [], { step: waits }, ['warning moving-in']],
  ['a gateway of the own region', gateway, [ownGateway], {}, ['blocked moving-in']],
  ['a gateway of another region', gateway, [otherGateway], {}, ['info moving-in']],
  ['a gateway of the own region, to a distribution', distribution, [ownGateway], {}, ['info moving-in']],
  ['another distribution', distribution, [cname, taken], {}, ['info moving-in', 'warning alias-taken']],
  ['the name that has moved', distribution, [cname, taken], { hasAlias: true }, ['info moving-in']],
  ['an HTTPS record where the stack sets one', apex, [https], {}, ['info moving-in']],
  [
    'an HTTPS record where the stack sets none',
    { ...apex, target: 'gateway' },
    [https],
    {},
    ['blocked stale-https-record'],
  ],
])('%s', (_name, plan, findings, move, expected) => {
  const judged = withMove(plan, findings, { ...prepares, ...move });
  expect(judged.map(({ severity, code }) => `${severity} ${code}`)).toEqual(expected);
});

test.each([
  ['moves', distribution, [cname, taken], ['own-tool move', 'own-tool move']],
  ['is taken over', gateway, [ownGateway], ['own-tool adopt']],
])('a fix names the command of the program that has the host: it %s', (_name, plan, findings, commands) => {
  const fixes = withMove(plan, findings, prepares).map(({ fix }) => fix);
  expect(fixes).toEqual(commands.map((command) => expect.stringContaining(command)));
});
