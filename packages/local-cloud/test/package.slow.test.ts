// What `npm pack` ships runs in a project of another team: the cloud of README starts and responds for a zone, and its test passes.
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Packed, packProject } from '../../custom-domains/test/packed.ts';

const LIMIT_MS = 90_000;
let packages: Packed[] = [];
beforeAll(async () => {
  packages = await Promise.all(['local-cloud', 'custom-domains'].map((name) => packProject(name)));
  const [{ folder } = { folder: '' }, names] = packages;
  // In place of the workspace, which has sources only.
  const link = join(folder, '../custom-domains');
  rmSync(link, { force: true });
  if (names) symlinkSync(names.folder, link);
}, LIMIT_MS);
afterAll(() => {
  for (const one of packages) one.remove();
});

const PROGRAM = `
import { writeFileSync } from 'node:fs';
import { startCloud } from '@petstore/local-cloud/cloud';
import { serveProviders } from '@petstore/local-cloud/provider/packages';

writeFileSync('internet.zone', '');
const ports = { https: 0, http: 0, dns: 0 };
const cloud = await startCloud({ folder: '.local', region: 'eu-west-1', ports, internetFile: 'internet.zone', log() {} });
cloud.seedZones([{ name: 'shop.localhost', provider: 'cloudflare', zoneId: '023e105f4ecef8ad9ca31a8372d0c353' }]);
const { addresses } = await serveProviders(cloud.registry, 'eu-west-1');
console.log(addresses.replace(/\\d+/g, 'N'));
await cloud.close();
process.exit();
`;

test("README's cloud starts from the archive", async () => {
  expect(await packages[0]?.run(PROGRAM)).toBe('aws:N,cloudflare:N\n');
});

test(
  "README's test of a program passes as it is written",
  async () => {
    const [cloud] = packages;
    // README has `touch internet.zone` before it.
    if (cloud) writeFileSync(join(cloud.folder, '../../../internet.zone'), '');
    const example = cloud?.example('new Engine(') ?? '';
    expect(await cloud?.check(example, 'nodenext', { skipLibCheck: true })).toBe('');
    expect(await cloud?.run(example)).toMatch(/^\S+ pass 1$/m);
  },
  LIMIT_MS,
);
