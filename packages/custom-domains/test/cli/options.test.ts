// Numbers of the command line at their limits, targets in their normal form, and the command that is given to run next.
import { expect, test } from 'vitest';
import { NPX, type ToolIo } from '../../src/cli/io.ts';
import {
  checkOptions,
  commandName,
  networkOptions,
  parseCommandLine,
  perspectives,
} from '../../src/cli/options.ts';
import { parseTarget } from '../../src/cli/targets.ts';
import { commandLine, nextCommand } from '../../src/cli/text.ts';
import { command } from '../../src/output/words.ts';
import type { FindingCode } from '../../src/preflight/finding.ts';

const parsed = (args: string) => networkOptions(parseCommandLine(args.split(' ')).values);
const NONE = { resolverOnly: false };

test.each([
  ['check', NONE],
  ['check --resolver 192.0.2.1:5353 --resolver-only', { resolver: '192.0.2.1:5353', resolverOnly: true }],
  ['check --web-port 1 --authority-port 65535', { ...NONE, webPort: 1, authorityPort: 65_535 }],
  ['check --timeout 0.05', { ...NONE, timeoutMs: 50 }],
  ['check --timeout 60', { ...NONE, timeoutMs: 60_000 }],
])('%s', (args, options) => {
  expect(parsed(args)).toEqual({
    ...{ resolver: undefined, authorityPort: undefined, webPort: undefined, timeoutMs: undefined },
    ...options,
  });
});

/** What is refused before a query is sent, whatever the hosts are. */
function options(line: string) {
  const { command: name, names, values } = parseCommandLine(line.split(' '));
  commandName(name, values);
  networkOptions(values);
  perspectives(values);
  return checkOptions(names, values);
}

const NOT_OF_DANGLING = ['authority', 'method', 'target', 'perspective', 'account-uri'];
const PLACES = '--perspective a=192.0.2.1 --perspective';

test.each<readonly [line: string, message: string]>([
  ['check --web-port 65536', '--web-port "65536" is not valid.\n  give a number, from 1 to 65535'],
  ['check --authority-port 0', '--authority-port "0" is not valid.'],
  ['check --authority-port 5e3', '--authority-port "5e3" is not valid.'],
  ['check --timeout 0.04', '--timeout "0.04" is not valid.\n  give seconds, from 0.05 to 60'],
  ['check --timeout 60.1', '--timeout "60.1" is not valid.'],
  ['check --timeout .5', '--timeout ".5" is not valid.'],
  ['check --timeout 5s', '--timeout "5s" is not valid.'],
  ['check --target', "'--target <value>' argument missing\n  --help shows the options"],
  ['check --target --live', "'--target' argument is ambiguous"],
  ['check --live=yes', "'--live' does not take an argument"],
  ['check --plan a.json --plan=b.json', '--plan is given twice.\n  give each once'],
  [`check --target cname:${'a'.repeat(64)}.example.net`, 'is not a DNS name'],
  [`check --target cname:${'a.'.repeat(126)}ab`, 'is not a DNS name'],
  ['check --target cname:net', 'is not a DNS name'],
  ['check --target a:192.0.2.1,', 'has "", which is not an IP address'],
  ['check --target a:fe80::1%eth0', 'has "fe80::1%eth0", which is not an IP address'],
  ['check --target a:', '--target "a:" is not known'],
  [
    'check a --authority acme',
    '--authority "acme" is not known.\n  give amazon, letsencrypt, google, sectigo',
  ],
  ['check --target alb --account-uri=acct', '--account-uri "acct" is not a URI.\n  give that of'],
  ['check --target alb --method smtp', 'Amazon has no method "smtp".\n  give dns'],
  ['check --target alb --validation a=b=c', '--validation "a=b=c" is not a record.\n  give NAME=VALUE'],
  ['check --perspective a=192.0.2.1', 'One perspective decides nothing.\n  give two or more'],
  [`check ${PLACES} a=192.0.2.2`, '--perspective a is given twice'],
  [`check ${PLACES} b=192.0.2.1`, '--perspective 192.0.2.1 is given twice'],
  [`check ${PLACES} here=192.0.2.2`, '--perspective here is given twice'],
  [`check ${PLACES} b=192.0.2.2 --resolver 192.0.2.2`, 'as --resolver does: they would share its cache'],
  [`check ${PLACES} 192.0.2.2`, '--perspective "192.0.2.2" is not NAME=RESOLVER'],
  ...NOT_OF_DANGLING.map((one) => [`dangling --${one}=x`, `--${one} is not for dangling.`] as const),
  ['dangling --live', '--live is not for dangling.'],
  ['dangling --merge', '--merge is not for dangling.'],
  ['check --strict', '--strict is not for check.'],
  ['check --plan x --live', '--live is not for check --plan.'],
  ['check --merge --authority x', '--authority is not for check --merge.'],
  ['profiles --plan x', '--plan is not for profiles.'],
])('refused: %s', (line, message) => {
  expect(() => options(line)).toThrow(message);
});

test.each([
  ['', { title: 'its present records' }],
  ['cname:Shop.Example.NET.', { title: 'shop.example.net', name: 'shop.example.net', profile: undefined }],
  [
    'cname:d1.execute-api.eu-west-1.amazonaws.com',
    { name: 'd1.execute-api.eu-west-1.amazonaws.com', profile: { id: 'apigateway' } },
  ],
  ['cname:x.us-east-1.elb.amazonaws.com', { profile: { id: 'alb' } }],
  ['cname:d1.cloudfront.net', { profile: { id: 'cloudfront' } }],
  [`cname:${'a.'.repeat(125)}com`, { name: `${'a.'.repeat(125)}com` }],
  ['cname:_a_b.example.net', { name: '_a_b.example.net' }],
  ['a:2001:DB8::0:1,192.0.2.1,192.0.2.1', { title: '2001:db8::1, 192.0.2.1' }],
])('the target %s', (text, target) => {
  expect(parseTarget(text || undefined)).toMatchObject(target);
});

test("without an authority it is the target's own, and every method of it; accounts are as they are written", () => {
  const { issuance, validations, live } = options('check --target cloudfront');
  expect([issuance.authority.id, validations, live]).toEqual(['amazon', [], false]);
  expect(issuance.methods).toEqual(issuance.authority.methods);
  const given = options('check a --authority letsencrypt --method http-01 --live');
  expect([given.issuance.methods.map(({ id }) => id), given.live]).toEqual([['http-01'], true]);
  const uris = ['https://ca.example/acct/1', 'https://ca.example/Acct/2'];
  const args = uris.map((uri) => `--account-uri=${uri}`).join(' ');
  const accounts = options(`check a --authority sectigo ${args}`);
  expect(accounts.issuance.accountUris).toEqual(uris);
});

test('the command again: what is given for one host, without what only concerns the output', () => {
  const args = ['check', '--json', '--live', '--validation', '_a.b.c=d', '--validation', '_e.f.g=h'];
  const { values } = parseCommandLine([...args, '--resolver', '192.0.2.1', '--target', "a'b"]);
  expect(commandLine({ launcher: NPX } as Partial<ToolIo> as ToolIo, 'check', 'a.example', values)).toBe(
    "npx --no -- custom-domains check a.example --live --validation _a.b.c=d --validation _e.f.g=h --resolver 192.0.2.1 --target 'a'\\''b'",
  );
});

test.each<[FindingCode, string, string?, string?]>([
  ['zone-not-delegated', 'dig +trace NS shop.example.com'],
  ['dnssec-bogus', 'delv shop.example.com'],
  ['dnssec-bogus', 'delv shop.example.com', 'A', 'other.example.com'],
  ['dns-unreadable', 'AGAIN'],
  ['caa-unreadable', 'dig CAA shop.example.com'],
  ['caa-blocks-authority', 'dig CAA example.com', 'CAA', 'example.com'],
  ['target-claimable', 'curl -sSi http://shop.example.com/'],
  ['conflicting-record', 'dig A shop.example.com', 'A', 'shop.example.com'],
  ['conflicting-record', "dig TXT '$(id).example.com'", 'TXT', '$(id).example.com'],
  ['record-missing', 'dig A example.com', 'ALIAS', 'example.com'],
])('after %s: %s', (code, expected, type, name) => {
  const again = command`AGAIN`;
  const records = type && name ? [{ action: 'remove' as const, name, type, value: 'x', ttl: 300 }] : [];
  const text = { found: '', why: '', fix: '' };
  const finding = { code, severity: 'warning', host: 'shop.example.com', ...text, records } as const;
  expect(nextCommand(finding, again)).toBe(expected);
  const asked = expected.replace(/^(dig|delv)/, '$1 @127.0.0.1 -p 5300');
  expect(nextCommand(finding, again, '127.0.0.1:5300')).toBe(asked);
});
