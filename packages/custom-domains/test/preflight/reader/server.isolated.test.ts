// Where a query is sent: addresses as they are written, and which of them this machine can reach.
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { formatServer, parseServer, reaches } from '../../../src/preflight/reader/server.ts';

/** The machine has interfaces with these addresses. */
function machineWith(...addresses: readonly string[]): void {
  const list = addresses.map((address) => ({ address, family: address.includes(':') ? 'IPv6' : 'IPv4' }));
  vi.spyOn(os, 'networkInterfaces').mockReturnValue({ eth0: list as never, none: undefined });
  syncBuiltinESMExports();
}

beforeEach(() => machineWith('127.0.0.1', '192.0.2.7'));

describe('an address is reached', () => {
  test('IPv4: always', () => {
    expect(reaches('198.51.100.1')).toBe(true);
  });

  test.each([
    ['global, from a global address', '2001:db8::53', ['2606:4700::7'], true],
    ['global, from no IPv6 address', '2001:db8::53', [], false],
    ['global, from a link-local address alone', '2001:db8::53', ['fe80::1'], false],
    ['global, from a unique local address alone', '2001:db8::53', ['fd00::1'], false],
    ['the loopback, from the loopback', '::1', ['::1'], true],
    ['the loopback, from a global address', '::1', ['2606:4700::7'], false],
    ['unique local, from the other half of fc00::/7', 'fc00::53', ['fd12::1'], true],
    ['unique local, from a global address', 'fd00::53', ['2606:4700::7'], false],
  ])('IPv6 that is %s: %s from %j is %s', (_, address, own, expected) => {
    machineWith('192.0.2.7', ...own);
    expect(reaches(address)).toBe(expected);
  });
});

describe('as it is written', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1', 53],
    ['192.0.2.1:5354', '192.0.2.1', 5354],
    ['2001:db8::1', '2001:db8::1', 53],
    ['[2001:db8::1]', '2001:db8::1', 53],
    ['[2001:db8::1]:65535', '2001:db8::1', 65535],
  ])('%s', (text, address, port) => {
    expect(parseServer(text)).toEqual({ address, port });
  });

  const ENDS = [
    '192.0.2.1:',
    '192.0.2.1:0',
    '192.0.2.1:65536',
    '192.0.2.1:x',
    '[192.0.2.1',
    '[::1',
    '::1]:53',
  ];

  test.each(['', 'dns.example', '192.0.2', '192.0.2.256', ...ENDS])('%j is not an address', (text) => {
    expect(parseServer(text)).toBeUndefined();
  });

  test.each([
    ['192.0.2.1', 53, '192.0.2.1'],
    ['192.0.2.1', 5354, '192.0.2.1:5354'],
    ['2001:db8::1', 53, '2001:db8::1'],
    ['2001:db8::1', 5354, '[2001:db8::1]:5354'],
  ])('%s at port %i is shown as %s', (address, port, text) => {
    expect(formatServer({ address, port })).toBe(text);
  });
});
