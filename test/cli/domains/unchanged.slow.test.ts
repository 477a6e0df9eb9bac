// "nothing was changed" is for commands that write: whoever only reads is not to fear that something could have been.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DomainsFixture, openFixture, productionFile } from './harness.ts';

let fixture: DomainsFixture;
beforeEach(() => {
  fixture = openFixture();
  fixture.write('Pulumi.production.yaml', productionFile.replace('petstore:plan:', 'petstore:plam:'));
});
afterEach(() => fixture.close());

const HOST = 'petstore.example';
const EXPECTED = /^✗ Pulumi\.production\.yaml has \d problems?\.\n\n {2}\d/;
const UNCHANGED = /^✗ Pulumi\.production\.yaml has \d problems?; nothing was changed\.\n\n {2}\d/;

test.each([
  [['check'], EXPECTED],
  [['status'], EXPECTED],
  [['records'], EXPECTED],
  [['move', HOST], EXPECTED],
  [['open', '--export', 'pages'], EXPECTED],
  [['move', HOST, '--write'], UNCHANGED],
  [['add', 'new.petstore.dev', '--site', 'docs'], UNCHANGED],
  [['remove', HOST], UNCHANGED],
  [['verify', HOST], UNCHANGED],
  [['adopt', HOST, '--mapping', 'a1b2c3'], UNCHANGED],
])('%j with a file that has problems', async (args, heading) => {
  const { status, err } = await fixture.run(...args, '--stack', 'production');
  expect(err).toMatch(heading);
  expect(status).toBe(2);
});
