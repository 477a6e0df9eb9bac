// `domains open` from its start to Ctrl-C: what it prints, what it serves meanwhile, and how it ends.
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { main } from '../../../../cli/domains/command.ts';
import { type DomainsFixture, openFixture, productionFile } from '../harness.ts';
import { silentIo } from './harness.ts';

let fixture: DomainsFixture;
let stop: AbortController;
beforeEach(() => {
  fixture = openFixture();
  fixture.write('Pulumi.production.yaml', productionFile);
  stop = new AbortController();
});
afterEach(() => fixture.close());

/** Started with these arguments; `printed` resolves once it has said all that it says. */
function start(...args: string[]) {
  const lines: string[] = [];
  const { promise: printed, resolve } = Promise.withResolvers<readonly string[]>();
  const print = (text: unknown) => {
    lines.push(String(text));
    if (lines.length === 2) resolve(lines);
  };
  const io = { ...silentIo(fixture.folder, stop.signal), print, error: print };
  return { lines, printed, status: main(['open', ...args], io) };
}

/** The status of an address of this machine, whatever name it has; why, where nothing is there. */
function statusOf(address: string): Promise<number | string | undefined> {
  const { host, port, pathname, search } = new URL(address);
  const { promise, resolve } = Promise.withResolvers<number | string | undefined>();
  const options = { host: '127.0.0.1', port, path: `${pathname}${search}`, headers: { host }, agent: false };
  get(options, (response) => resolve(response.resume().statusCode)).on(
    'error',
    ({ code }: NodeJS.ErrnoException) => resolve(code),
  );
  return promise;
}

test.each([[[]], [['--stack', 'production']]])(
  'open %j: the address, for whom it is, and how it ends; it serves until Ctrl-C, which is no failure',
  async (args) => {
    const { printed, status, lines } = start(...args);
    const [first = '', second] = await printed;
    const [, address = ''] = /^Domains {2}(http:\/\/domains-\S+)$/.exec(first) ?? [];
    expect(second).toBe('  Only a browser that opens this address can use the page. Ctrl-C stops it.');
    expect(await statusOf(address)).toBe(303);
    stop.abort();
    expect(await status).toBe(0);
    expect(await statusOf(address)).toBe('ECONNREFUSED');
    expect(lines.length).toBe(2);
  },
);

test('the port that is asked for; one in use is named, with another way', async () => {
  const other = createServer();
  onTestFinished(() => void other.close());
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const refused = start('--port', String(port));
  expect(await refused.status).toBe(2);
  expect(refused.lines).toEqual([`✗ Port ${port} is in use.\n  choose another with --port, or leave it out`]);
  await new Promise((resolve) => other.close(resolve));
  const { printed, status } = start('--port', String(port));
  expect((await printed)[0]).toMatch(
    new RegExp(`^Domains {2}http://domains-\\w+\\.localhost:${port}/\\?token=`),
  );
  stop.abort();
  expect(await status).toBe(0);
});

test('one that Ctrl-C ended before the page was there ends too', async () => {
  stop.abort();
  expect(await start().status).toBe(0);
});
