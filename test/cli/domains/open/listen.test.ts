// Where the page listens, on machines whose IPv6 loopback is not there or is another program's.
import { Server } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { type DomainsPage, servePage } from '../../../../cli/domains/open/server/listen.ts';
import { silentIo } from './harness.ts';

const { listen } = Server.prototype;
let page: DomainsPage | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await page?.close();
  page = undefined;
});

/** The system refuses these listens at ::1, in turn; the addresses of all that were tried. */
function refusing(codes: readonly string[]): string[] {
  const left = [...codes];
  const tried: string[] = [];
  vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server, ...args: unknown[]) {
    const { host = '' } = args[0] as { readonly host?: string };
    tried.push(host);
    const code = host === '::1' ? left.shift() : undefined;
    if (code === undefined) return Reflect.apply(listen, this, args) as Server;
    setImmediate(() => this.emit('error', Object.assign(new Error(code), { code })));
    return this;
  });
  return tried;
}

const serve = async (port = 0) => {
  const io = silentIo('/', new AbortController().signal);
  page = await servePage({ folder: '/', io, options: {}, port });
};

test.each(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])('a machine without IPv6 (%s): 127.0.0.1 alone', async (code) => {
  const tried = refusing([code]);
  await serve();
  expect(tried).toEqual(['127.0.0.1', '::1']);
});

test('a free port that another program has at ::1: the next one, six times at most', async () => {
  const tried = refusing(Array.from({ length: 5 }, () => 'EADDRINUSE'));
  await serve();
  expect(tried).toHaveLength(12);
  refusing(Array.from({ length: 6 }, () => 'EADDRINUSE'));
  await page?.close();
  page = undefined;
  await expect(serve()).rejects.toThrow(/Port \d+ is in use/);
});

test('a port that was asked for and that another program has at ::1: it is in use', async () => {
  await serve();
  const port = Number(new URL((page as DomainsPage).url).port);
  await page?.close();
  page = undefined;
  const tried = refusing(['EADDRINUSE']);
  await expect(serve(port)).rejects.toThrow(`Port ${port} is in use.`);
  expect(tried).toEqual(['127.0.0.1', '::1']);
});
