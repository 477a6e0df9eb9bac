// `domains move` on the local stack, whose records of the rest of the internet are lines of a file.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DomainsFixture, openFixture, productionFile } from './harness.ts';

const FILE = 'Pulumi.local.yaml';
const ZONE_FILE = 'cli/local/internet.zone';
const HOST = 'shop.petstore.example';
const OLD = 'shops.platform.example';
const TARGET = 'd1.cloudfront.localhost';
const ROUTING = { purpose: 'routing', name: HOST, type: 'CNAME', value: TARGET, ttl: 3600 } as const;
const declared = `${productionFile}      - ${HOST}\n`;
const moving = `${declared}  petstore:moving: [${HOST}]\n`;

let fixture: DomainsFixture;
beforeEach(() => {
  fixture = openFixture();
});
afterEach(() => fixture.close());

/** The local cloud as it runs: its file, its outputs and its DNS. */
async function serve(file: string, record: string, waiting?: object): Promise<void> {
  const names = { on: ['127.0.0.21'], records: [`${HOST} ${record}`] };
  const { resolver: dnsServer } = await fixture.serve({ 'petstore.example': names });
  const internetFile = join(fixture.folder, ZONE_FILE);
  const caFile = join(fixture.folder, 'ca.pem');
  fixture.writeLocal(
    'ready.json',
    JSON.stringify({ hosts: {}, caFile, dnsServer, internetFile, pid: process.pid }),
  );
  const host = { site: 'docs', role: 'domain', target: TARGET, certificate: 'ISSUED', records: [ROUTING] };
  fixture.writeLocal('outputs.json', JSON.stringify({ hosts: { [HOST]: { ...host, waiting } } }));
  fixture.write(FILE, file);
}

const move = (...args: string[]) => fixture.run('move', HOST, '--stack', 'local', ...args);

test('the old record is a line to be deleted, and its TTL is the one that DNS has', async () => {
  await serve(moving, `240 CNAME ${OLD}`, { old: [], isByHand: false, aliasWaits: false, why: 'unlisted' });
  const { status, out } = await move('--format', 'json');
  const { next, steps } = JSON.parse(out) as { next: string; steps: { where: string; what: string }[] };
  expect({ status, next }).toEqual({ status: 1, next: 'record' });
  expect(steps[4]?.where).toBe(ZONE_FILE);
  expect(steps[4]?.what).toContain(`delete the line of the old record (CNAME ${OLD})`);
  expect(steps[4]?.what).toContain('its TTL of 240 s need not pass');
  expect(out).not.toMatch(/AWS|3600|resolvers remember/);
});

test('the printed command deletes the line of the old record, and no other', async () => {
  const others = [`x${HOST}`, `${HOST}.other.example`].map((name) => `${name}.  240  IN  CNAME  ${OLD}.`);
  const kept = [`; ${HOST} has an old record`, `${HOST}.  240  IN  CAA  0 issue "cname.example"`, ...others];
  await serve(moving, `240 CNAME ${OLD}`, { old: [], isByHand: false, aliasWaits: false, why: 'unlisted' });
  const { out } = await move('--format', 'json');
  const [command = ''] = JSON.parse(out).steps[4].commands;
  mkdirSync(join(fixture.folder, 'cli/local'), { recursive: true });
  fixture.write(ZONE_FILE, [...kept, `${HOST}.\t240 IN  CNAME ${OLD}.`, ''].join('\n'));
  execFileSync('sh', ['-c', command], { cwd: fixture.folder });
  expect(fixture.read(ZONE_FILE)).toBe(`${kept.join('\n')}\n`);
  expect(readdirSync(join(fixture.folder, 'cli/local'))).toEqual(['internet.zone']);
});

test('--write at the last step prints that nothing is left to do', async () => {
  await serve(moving, `3600 CNAME ${TARGET}`);
  const { status, out, err } = await move('--write');
  expect({ status, err }).toEqual({ status: 0, err: `${FILE} has the change of the step release\n` });
  expect(fixture.read(FILE)).toBe(declared);
  expect(out).toContain(`${HOST}  local · nothing is left to do`);
  expect(out).not.toContain('→');
  expect(out).toBe((await move()).out);
});

test.each([
  ['--site', 'api'],
  ['--redirect-to', 'petstore.example'],
])('%s %s is refused also once nothing is left to do', async (...options) => {
  await serve(declared, `3600 CNAME ${TARGET}`);
  expect((await move()).status).toBe(0);
  const { status, out, err } = await move(...options);
  expect({ status, out }).toEqual({ status: 2, out: '' });
  expect(err).toContain(`npm run domains -- move ${HOST}\n`);
});
