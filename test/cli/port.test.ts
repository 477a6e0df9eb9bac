// Ports on a command line: 0 is a free one to listen on, and no server's.
import { InvalidArgumentError } from 'commander';
import { expect, test } from 'vitest';
import { listeningPort, serversPort } from '../../cli/port.ts';
import { runMain } from './domains/harness.ts';

test('0 is a free port to listen on', () => {
  expect(['0', '1', '65535'].map(listeningPort)).toEqual([0, 1, 65_535]);
  expect(['1', '65535'].map(serversPort)).toEqual([1, 65_535]);
  expect(() => serversPort('0')).toThrow('A port is a whole number from 1 to 65535.');
});

test.each(['65536', '-1', '', '1.5', '0x1', ' 1', '1e3'])('%j is not a port', (text) => {
  expect(() => listeningPort(text)).toThrow(InvalidArgumentError);
  expect(() => serversPort(text)).toThrow(InvalidArgumentError);
});

test("the port of the zones' servers cannot be 0", async () => {
  const { status, err } = await runMain(['check', '--authority-port', '0'], '.');
  expect(err).toContain('A port is a whole number from 1 to 65535.');
  expect(status).toBe(2);
});
