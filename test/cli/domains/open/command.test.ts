// `domains open` from its start to Ctrl-C: what it prints, where it listens, what it refuses, and how it ends; with --export, the page for
// the owner of an external host.
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type DomainsPage, servePage } from '../../../../cli/domains/open/server/listen.ts';
import { listen as listenAt } from '../../listen.ts';
import { deployedAs, fixtureForEach, outputsOf, productionFile, silentIo } from '../harness.ts';
import { startTlsHost } from '../tls-host.ts';
import { exchange, texts } from './harness.ts';

const fixture = fixtureForEach({ 'Pulumi.production.yaml': productionFile });
let stop: AbortController;
beforeEach(() => {
  stop = new AbortController();
});
afterEach(() => stop.abort());

function start(...args: string[]) {
  const lines: string[] = [];
  const print = (text: unknown) => void lines.push(String(text));
  const { sleep } = silentIo(fixture.folder, stop.signal);
  fixture.setIo({ print, error: print, sleep, signal: stop.signal });
  return { lines, status: fixture.run('open', ...args).then(({ status }) => status) };
}

/** The status of an address of this machine, whatever name it has; why, where nothing is there. */
const statusOf = (address: URL, cookie = ''): Promise<number | string | undefined> =>
  exchange(address, address.pathname + address.search, { headers: { cookie } }).then(
    ({ status }) => status,
    ({ code }: NodeJS.ErrnoException) => code,
  );

test('open: the address, for whom it is; it serves until Ctrl-C, which is not a failure', async () => {
  const { status, lines } = start();
  await vi.waitFor(() => expect(lines).toHaveLength(2), 10_000);
  const address = new URL(/^Domains {2}(http:\/\/domains-\S+)$/.exec(lines[0] ?? '')?.[1] ?? '');
  expect(await statusOf(address)).toBe(303);
  const cookie = `session=${address.searchParams.get('token')}`;
  expect(await statusOf(new URL('/', address), cookie)).toBe(200);
  stop.abort();
  expect(await status).toBe(0);
  expect(await statusOf(address)).toBe('ECONNREFUSED');
  expect(lines).toHaveLength(2);
});

test.each([
  [['petstore.example'], 'leave the host out, or add --export DIR'],
  [['--outputs', 'outputs.json'], 'name it with --stack'],
  [['--port', 'x'], 'A port is a whole number'],
  [['--stack', 'nosuch'], 'stacks here: production'],
])('refused: %j', async (args, why) => {
  const { status, lines } = start(...args);
  expect([await status, lines.join('\n')]).toEqual([2, expect.stringContaining(why)]);
});

describe('where it listens', () => {
  const { listen } = Server.prototype;
  let page: DomainsPage | undefined;
  afterEach(async () => {
    await page?.close();
    page = undefined;
  });
  const serve = async (port = 0) => {
    page = await servePage('/', silentIo('/', stop.signal), {}, port);
    return Number(new URL(page.url).port);
  };

  test('on the loopback alone, on both of its addresses where the machine has them', async () => {
    const port = await serve();
    const addresses = Object.values(networkInterfaces()).flatMap((all = []) => all);
    const hasIpv6 = addresses.some(({ address }) => address === '::1');
    const isOpen = (host: string) =>
      new Promise<boolean>((resolve) => {
        const socket = connect({ host, port }, () => resolve(socket.destroy().connecting === false));
        socket.on('error', () => resolve(false));
      });
    const reached = await Promise.all(['127.0.0.1', '::1', '127.0.0.2'].map(isOpen));
    expect(reached).toEqual([true, hasIpv6, false]);
  });

  test('a port that is given, and in use at one of the addresses, or for administrators alone: status 2', async () => {
    const other = createServer();
    const port = await listenAt(other);
    const refused = start('--port', String(port));
    expect(await refused.status).toBe(2);
    expect(refused.lines.join()).toContain(`port ${port} on 127.0.0.1 is in use`);
    await new Promise((resolve) => other.close(resolve));
    let code = 'EADDRINUSE';
    vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server, ...args: unknown[]) {
      if ((args[0] as { readonly host: string }).host !== '::1') return Reflect.apply(listen, this, args);
      setImmediate(() => this.emit('error', Object.assign(new Error(), { code })));
      return this;
    });
    await expect(serve(port)).rejects.toThrow(`port ${port} on ::1 is in use`);
    code = 'EACCES';
    await expect(serve(port)).rejects.toThrow(/^The domains page cannot listen\.\n.* administrator/);
    vi.restoreAllMocks();
    expect(await serve(port)).toBe(port);
  });
});

describe('--export', () => {
  const HOST = 'shop.partner.example';
  const SERVER = 'ns01.domaincontrol.com';
  beforeEach(async () => {
    const own = deployedAs('docs', 'domain', HOST, 'PENDING_VALIDATION', 'd1.cloudfront.example');
    fixture.write('outputs.json', outputsOf({ [HOST]: own }));
    const file = `${productionFile}      - ${HOST}\n      - late.partner.example\n`;
    fixture.write('Pulumi.production.yaml', file);
    await fixture.serve({
      'partner.example': { on: ['127.0.0.24'], nameServers: [SERVER], records: [`${HOST} 600 A 192.0.2.1`] },
      'domaincontrol.com': { on: ['127.0.0.20'], records: [`${SERVER} A 127.0.0.24`] },
    });
  });

  const run = (host: string, folder: string) =>
    fixture.run('open', host, '--stack', 'production', '--outputs', 'outputs.json', '--export', folder);

  test('what to set, at which DNS host, and what is still wrong, in a file that needs no other', async () => {
    const file = join(fixture.folder, 'pages', `${HOST}.html`);
    expect(await run(HOST, 'pages')).toEqual({ status: 0, out: `${file}\n`, err: '' });
    const page = fixture.read(`pages/${HOST}.html`);
    expect(texts(page, /<code class="copied">(.*?)<\/code>/g)).toEqual([
      ...['_v.shop', `_v.${HOST}`, '_x.acm-validations.aws'],
      ...['shop', HOST, 'd1.cloudfront.example'],
      ...[`${HOST}.  600  IN  A  192.0.2.1`, `${HOST}.  3600  IN  CNAME  d1.cloudfront.example.`],
      `_v.${HOST}.  3600  IN  CNAME  _x.acm-validations.aws.`,
    ]);
    expect(page).toContain('where the zone partner.example is served, at <strong>GoDaddy</strong>');
    expect(page).not.toMatch(/class="(badge|code)|Nothing is left to set/);
    expect(page).not.toMatch(/petstore\.example|<script|href=|src=/);
  });

  test('where all is right, that nothing is left to set', async () => {
    const records = [`${HOST} CNAME d1.cloudfront.example`, `_v.${HOST} CNAME _x.acm-validations.aws`];
    await fixture.serve({ 'partner.example': { on: ['127.0.0.24'], records } });
    await run(HOST, 'pages');
    expect(fixture.read(`pages/${HOST}.html`)).toContain('Nothing is left to set now.');
  });

  test('of the local stack: no file that its owner does not have; of a live host, that its records are to stay', async () => {
    const tls = await startTlsHost([HOST]);
    const file = `${productionFile}      - ${HOST}\n  petstore:verified: [${HOST}]\n`;
    fixture.write('Pulumi.local.yaml', file);
    fixture.writeLocal('ca.pem', tls.authorityPem);
    const url = `https://${HOST}:${tls.port}`;
    const live = { ...deployedAs('docs', 'domain', HOST, 'ISSUED', 'd9.test'), url };
    fixture.writeLocal('outputs.json', outputsOf({ [HOST]: live }));
    const exported = async () => {
      fixture.ready();
      await fixture.run('open', HOST, '--stack', 'local', '--export', 'pages');
      return fixture.read(`pages/${HOST}.html`);
    };
    expect(await exported()).toMatch(/^(?!.*internet\.zone).*<strong>Fix:/s);
    const records = [`${HOST} CNAME d9.test`, `_v.${HOST} CNAME _x.acm-validations.aws`];
    await fixture.serve({
      'partner.example': { on: ['127.0.0.24'], records },
      test: { on: ['127.0.0.9'], records: ['d9.test A 127.0.0.1'] },
    });
    const page = await exported();
    expect(page).toContain('These records are set, and are to stay');
    expect(page).not.toMatch(/Set th|once these|next step/);
  });

  const LOCKED = existsSync('/proc/self') ? '/proc' : '/dev/null';

  test.each([
    ['a host that is not deployed', 'late.partner.example', 'pages', 'pulumi up --stack production'],
    ['a host of a declared zone', 'petstore.example', 'pages', 'name an external host'],
    ['a file in place of the folder', HOST, 'outputs.json', 'outputs.json cannot be written (ENOTDIR'],
    ['a folder that takes none', HOST, `${LOCKED}/pages/x`, 'name another folder with --export'],
  ])('%s: status 2', async (_name, host, folder, why) => {
    expect(await run(host, folder)).toMatchObject({ status: 2, err: expect.stringContaining(why) });
  });
});
