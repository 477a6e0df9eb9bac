// How the commands read DNS: by which server, at which port, what they show meanwhile, and what is left standing after it.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { main } from '../../../cli/domains/command.ts';
import type { Io } from '../../../cli/domains/io.ts';
import { changedFile, type DomainsFixture, healthyInternet, openFixture, productionFile } from './harness.ts';

let fixture: DomainsFixture;
beforeEach(() => {
  fixture = openFixture();
  fixture.write('Pulumi.production.yaml', productionFile);
});
afterEach(() => fixture.close());

const CHECK = ['check', '--stack', 'production'];

/** Ports are other ones in each run, so that no snapshot is made. `progress`: each line that it shows; empty: it is taken away. */
async function ran(args: readonly string[], isTerminal = false, stop = new AbortController()) {
  const progress: string[] = [];
  const io = {
    ...{ folder: fixture.folder, isTerminal, color: false, errorColor: false, width: 80, columns: 80 },
    ...{ now: () => new Date(), signal: stop.signal },
    ...{ print: () => undefined, error: () => undefined },
    progress: (text: unknown) => progress.push(String(text)),
  };
  return { status: await main([...args, '--timeout', '0.15'], io as unknown as Io), progress };
}

describe("the zones' own servers", () => {
  test('are at the port of a resolver on this machine, unless another one is given', async () => {
    const { resolver, port } = await fixture.serve(healthyInternet);
    const at = (authority: number) =>
      ran([...CHECK, '--resolver', resolver, '--authority-port', `${authority}`]);
    expect((await ran([...CHECK, '--resolver', resolver])).status).toBe(0);
    expect((await at(port)).status).toBe(0);
    expect((await at(9)).status).toBe(3);
  });

  test('are not queried with --resolver-only', async () => {
    const dns = await fixture.serve(healthyInternet);
    await fixture.run(...CHECK, '--resolver-only');
    expect(new Set(dns.queries.map(({ server }) => server))).toEqual(new Set(['127.0.0.1']));
  });
});

describe('the line of progress', () => {
  const many = [...CHECK, '--format', 'json'];

  async function progress(args: readonly string[], isTerminal: boolean): Promise<string[]> {
    const { resolver } = await fixture.serve(healthyInternet);
    return (await ran([...args, '--resolver', resolver], isTerminal)).progress;
  }

  test('is taken away from a terminal when DNS is read', async () => {
    fixture.write('Pulumi.production.yaml', changedFile);
    expect((await progress(many, true)).at(-1)).toBe('');
    expect(await progress(many, false)).toEqual(['reading DNS of 6 hosts']);
  });

  test('is not there for four hosts, and is for five', async () => {
    const hosts = (count: number) =>
      productionFile + Array.from({ length: count }, (_, n) => `      - h${n}.petstore.example\n`).join('');
    fixture.write('Pulumi.production.yaml', hosts(1));
    expect(await progress(many, true)).toEqual(['']);
    fixture.write('Pulumi.production.yaml', hosts(2));
    expect(await progress(many, true)).toEqual([
      'reading DNS of 5 hosts',
      ...[1, 2, 3, 4, 5].map((done) => `reading DNS: ${done} of 5 hosts`),
      '',
    ]);
  });

  test('is taken away by Ctrl-C too, and nothing follows it', async () => {
    fixture.write('Pulumi.production.yaml', changedFile);
    const stop = new AbortController();
    const { resolver } = await fixture.serve(healthyInternet, () => {
      stop.abort();
      return undefined;
    });
    expect(await ran([...CHECK, '--resolver', resolver], true, stop)).toEqual({
      status: 130,
      progress: ['reading DNS of 6 hosts', ''],
    });
  });

  test('is not in front of why nothing can be read', async () => {
    fixture.write('Pulumi.local.yaml', changedFile);
    expect(await fixture.run('check', '--stack', 'local')).toEqual({
      ...{ status: 2, out: '' },
      err: '✗ The local cloud is not running here.\n  start it in another terminal: npm run local\n',
    });
  });
});

test('a comparison reads the hosts that it is about, and no other', async () => {
  const [kept, gone] = ['kept.partner.example', 'gone.partner.example'];
  const file = `${productionFile}      - ${kept}\n`;
  fixture.write('Pulumi.production.yaml', `${file}      - ${gone}\n`);
  fixture.commit();
  fixture.write('Pulumi.production.yaml', file);
  const routing = (name: string) => ({ purpose: 'routing', name, type: 'CNAME', value: 'd.test', ttl: 60 });
  const host = (name: string) => ({
    [name]: { site: 'docs', role: 'domain', certificate: 'ISSUED', records: [routing(name)] },
  });
  fixture.write('outputs.json', JSON.stringify({ hosts: { ...host(kept), ...host(gone) } }));
  const dns = await fixture.serve(healthyInternet);
  await fixture.run(...CHECK, '--base', 'base', '--outputs', 'outputs.json');
  const names = new Set(dns.queries.map(({ name }) => name));
  expect([names.has(gone), names.has(kept), names.has('petstore.example')]).toEqual([true, false, false]);
});

test('what the local zone file can cause has the fix of the local stack', async () => {
  fixture.write('Pulumi.local.yaml', productionFile);
  await fixture.serve(healthyInternet, ({ server }) => (server === '127.0.0.1' ? [] : undefined));
  const local = await fixture.run('check', '--stack', 'local');
  expect(local.out.replace(/\s+/g, ' ')).toContain(
    'see in the zone file whether CNAMEs at or below this name',
  );
  const { out } = await fixture.run(...CHECK);
  expect(out).not.toContain('zone file');
});
