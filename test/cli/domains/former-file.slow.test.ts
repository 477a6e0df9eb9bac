// A removal that is not deployed yet is taken back whole: `add` restores what the file had said of the host beside its declaration.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formerFile, wasVerified } from '../../../cli/domains/former-file.ts';
import { type DomainsFixture, openFixture, productionFile, runMain } from './harness.ts';

const FILE = 'Pulumi.production.yaml';
const LOCAL = 'Pulumi.local.yaml';
const SHOP = 'shop.partner.example';
const withShop = `${productionFile}      - ${SHOP}\n`;
const verified = `${withShop}  petstore:verified: [${SHOP}]\n`;

let fixture: DomainsFixture;
beforeEach(() => {
  fixture = openFixture();
});
afterEach(() => fixture.close());

const place = (stack = 'production') => ({ folder: fixture.folder, stack });

/** Without DNS: nothing here depends on it. */
const edit = (verb: string, stack: string, ...args: string[]) =>
  runMain([verb, SHOP, '--stack', stack, ...args], fixture.folder);

async function addedAgain(stack: string): Promise<string> {
  const { status, out } = await edit('add', stack, '--site', 'docs');
  expect(status).toBe(0);
  return out;
}

describe('add after a removal restores', () => {
  test.each([
    ['petstore:adopt', `[{ host: ${SHOP}, distribution: E2EXAMPLE12345 }]`, /distribution: E2EXAMPLE12345/],
    ['petstore:moving', `[${SHOP}]`, /petstore:moving:\s+(- |\[)shop\.partner\.example/],
    ['petstore:verified', `[${SHOP}]`, /petstore:verified:\s+(- |\[)shop\.partner\.example/],
  ])('its entry in %s, and says so', async (key, list, restored) => {
    fixture.write(FILE, `${withShop}  ${key}: ${list}\n`);
    fixture.commit();
    fixture.write(FILE, productionFile);
    expect(await addedAgain('production')).toContain(
      `\n  restored in ${key}, as before its removal in this change\n`,
    );
    expect(fixture.read(FILE)).toMatch(restored);
  });

  test('nothing of another host', async () => {
    fixture.write(
      FILE,
      `${withShop}      - my.${SHOP}\n  petstore:verified: [my.${SHOP}]\n  petstore:ttl: { my.${SHOP}: 60 }\n`,
    );
    fixture.commit();
    fixture.write(FILE, productionFile);
    expect(await addedAgain('production')).not.toContain('restored');
    expect(fixture.read(FILE)).toBe(withShop);
  });
});

describe('the local stack has deployed the removal', () => {
  beforeEach(() => {
    fixture.write(LOCAL, verified);
    fixture.commit();
  });

  test('remove says that it is to be verified again, and add restores nothing', async () => {
    const removed = await edit('remove', 'local');
    expect(removed.out).toContain(`until it is verified again:\n  npm run domains -- verify ${SHOP}`);
    expect(removed.out).not.toContain('add restores');
    expect(await addedAgain('local')).not.toContain('restored');
    expect(fixture.read(LOCAL)).not.toContain('verified');
  });

  test('its file has no former state, although git has one', async () => {
    expect(await formerFile(place('local'))).toBeUndefined();
    expect(await wasVerified(place('local'), SHOP)).toBe(false);
  });
});

describe('the former state is that of the revision that is deployed', () => {
  test('the last commit where nothing is pushed, whatever the file is now', async () => {
    fixture.write(FILE, verified);
    fixture.commit();
    fixture.write(FILE, productionFile);
    expect(await formerFile(place())).toEqual({ name: FILE, text: verified });
    expect(await wasVerified(place(), SHOP)).toBe(true);
    expect(await wasVerified(place(), 'old.petstore.example')).toBe(false);
  });

  test.each<[string, () => void]>([
    ['there is no repository', () => undefined],
    [
      'git has no such file',
      () => {
        fixture.write('Pulumi.staging.yaml', verified);
        fixture.commit();
      },
    ],
  ])('none where %s', async (_, prepare) => {
    prepare();
    expect(await formerFile(place())).toBeUndefined();
    expect(await wasVerified(place(), SHOP)).toBe(false);
  });

  test('a file that could not be read there says nothing of a host', async () => {
    fixture.write(FILE, `${verified}config: [`);
    fixture.commit();
    expect(await formerFile(place())).toMatchObject({ name: FILE });
    expect(await wasVerified(place(), SHOP)).toBe(false);
  });
});
