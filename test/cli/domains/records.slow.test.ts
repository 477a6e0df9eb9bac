// The zone file that `domains records` prints, as BIND reads it where it is installed.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// Debian: bind9-utils.
test.skipIf(spawnSync('named-checkzone', ['-v']).status !== 0)('named-checkzone loads it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-zone-'));
  const sample = join(import.meta.dirname, '../../golden/domains/records-zone.txt');
  const soa = '@ 3600 IN SOA ns.partner.example. admin.partner.example. 1 7200 900 1209600 300';
  const zone = `${soa}\n@ 3600 IN NS ns.elsewhere.example.\n${readFileSync(sample, 'utf8')}`;
  writeFileSync(join(folder, 'zone'), zone);
  const args = ['-D', '-i', 'none', 'partner.example', join(folder, 'zone')];
  const { status, stdout } = spawnSync('named-checkzone', args, { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect([status, stdout.match(/IN (CNAME|HTTPS)\s/g)?.length]).toEqual([0, 5]);
});
