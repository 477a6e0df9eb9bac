// Whether CAA authorises Amazon: RFC 8659, case by case, on zones of the local DNS. The
// values of issue properties are those on which it agrees with the preflight (test/caa-agreement.test.ts).
import { expect, test } from 'vitest';
import { refusalByCaa } from '../../src/acm/caa-check.ts';
import { dnsWith } from '../dns/client.ts';

const HOST = 'a.b.shop.localhost';
const caa = (name: string, ...properties: string[]) =>
  properties.map((property) => `${name}. 300 IN CAA ${property}`).join('\n');
const cname = (target: string) => `${HOST}. 300 IN CNAME ${target}.\n`;

const refusal = (text: string, name = HOST) => {
  const dns = dnsWith(text);
  return refusalByCaa(name, async (at) => dns.resolve(at, 'CAA'));
};

const PARENT = `\n${caa('shop.localhost', '0 issue ";"')}`;

test.each([
  ['no CAA anywhere', ''],
  ['Amazon, at the name', caa(HOST, '0 issue "amazon.com"')],
  ['records add up', caa(HOST, '0 issue ";"', '0 issue "amazon.com"')],
  ['no issue property: only iodef', caa(HOST, '0 iodef "mailto:a@example"')],
  ['a critical tag that is known', caa(HOST, '128 issue "amazon.com"')],
  ['issuewild does not apply to a name without wildcard', caa(HOST, '0 issuewild ";"')],
  ['the nearest set decides', caa(HOST, '0 issue "amazon.com"') + PARENT],
  ['even a set of unknown tags only', caa(HOST, '0 tbs "x"') + PARENT],
  ["a CNAME's target is the name", cname('t.example') + caa('t.example', '0 issue "amazon.com"') + PARENT],
  [
    "above a CNAME's target nothing counts",
    `${cname('t.x.example')}t.x.example. 300 IN A 192.0.2.1\n${caa('x.example', '0 issue ";"')}`,
  ],
])('allowed: %s', async (_, text) => {
  expect(await refusal(text)).toBeUndefined();
});

test.each([
  ['with a critical property that is unknown', caa(HOST, '128 tbs "x"'), 'critical CAA property tbs'],
  ['on the way up', caa('shop.localhost', '0 issue "x.example"'), 'CAA of shop.localhost allows'],
  ['at the top-level domain', caa('localhost', '0 issue "x"'), 'CAA of localhost allows only x'],
  ["at a CNAME's target", cname('t.example') + caa('t.example', '0 issue ";"'), 'CAA of t.example'],
  ['that cannot be read', `${HOST}. 300 IN NS ns1.elsewhere.example.`, `CAA of ${HOST} could not be read`],
])('refused: a set %s', async (_, text, reason) => {
  expect(await refusal(text)).toContain(reason);
});

test('a wildcard is checked from its base name up, and issuewild replaces issue', async () => {
  const wild = (...properties: string[]) => refusal(caa(HOST, ...properties), `*.${HOST}`);
  expect(await wild('0 issue ";"', '0 issuewild "amazon.com"')).toBeUndefined();
  expect(await wild('0 issue "amazon.com"', '0 issuewild ";"')).toContain('allows only ;');
  expect(await wild('0 issue "x.example"')).toContain('allows only x.example');
});
