// The zone file that `domains records` prints, as BIND reads it where it is installed.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../folder.ts';

// Debian: bind9-utils.
test.skipIf(spawnSync('named-checkzone', ['-v']).status !== 0)('named-checkzone loads it', () => {
  const sample = join(import.meta.dirname, '../../golden/domains/records-zone.txt');
  const soa = '@ 3600 IN SOA ns.partner.example. admin.partner.example. 1 7200 900 1209600 300';
  const zone = `${soa}\n@ 3600 IN NS ns.elsewhere.example.\n${readFileSync(sample, 'utf8')}`;
  const args = ['-D', '-i', 'none', 'partner.example', join(temporaryFolder({ zone }), 'zone')];
  const { status, stdout } = spawnSync('named-checkzone', args, { encoding: 'utf8' });
  expect([status, stdout.match(/IN (CNAME|HTTPS)\s/g)?.length]).toEqual([0, 5]);
});
