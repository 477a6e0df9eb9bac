// What CustomHost refuses of a host before it declares anything.
import { expect, test } from 'vitest';
import { hostSpec } from '../../src/dns-hosts/host-spec.ts';

const ZONE = { provider: 'cloudflare', name: 'petstore.example' } as const;
const LONGEST = `${'a'.repeat(64 - '.petstore.example'.length)}.petstore.example`;

test("a name of 64 octets is a certificate's longest; one more is refused, with the fix", () => {
  expect(hostSpec(LONGEST, ZONE, 'gateway')).toEqual({
    ...{ host: LONGEST, zone: ZONE, target: 'gateway', apex: false },
  });
  expect(() => hostSpec(`a${LONGEST}`, ZONE, 'gateway')).toThrow(
    `the host "a${LONGEST}" has 65 octets; ACM puts at most 64 on a certificate: choose a shorter name`,
  );
});

test.each([
  ['Api.petstore.example', 'is not in normal form: write it "api.petstore.example"'],
  [
    'api_1.petstore.example',
    'has "_", which a host name cannot have: did you mean "api-1.petstore.example"?',
  ],
  [
    'api.petstore.dev',
    'is not in the zone petstore.example: give a host of that zone, or the zone that has it',
  ],
  ['https://api.petstore.example/', 'is a URL, not a host name: did you mean "api.petstore.example"?'],
  [undefined as unknown as string, 'is not a text: write it like "api.example.com"'],
])('%s %s', (host, says) => {
  expect(() => hostSpec(host, ZONE, 'distribution')).toThrow(says);
});

test.each([
  ['Petstore.example.', 'is not in normal form: write the zone "petstore.example"'],
  ['https://petstore.example', 'is a URL, not a host name: did you mean "petstore.example"?'],
  ['', 'is empty: write a host name, like api.example.com'],
])('the zone "%s" %s', (name, says) => {
  const act = () => hostSpec('api.petstore.example', { ...ZONE, name }, 'distribution');
  expect(act).toThrow(
    `the host "api.petstore.example" is declared in the zone ${JSON.stringify(name)}, which ${says}`,
  );
  expect(act).toThrow(expect.objectContaining({ code: 'bad-zone' }));
});

test('a zone can be a public suffix, or have one label', () => {
  expect(hostSpec('api.localhost', { ...ZONE, name: 'localhost' }, 'gateway').apex).toBe(false);
  expect(hostSpec('petstore.github.io', { ...ZONE, name: 'github.io' }, 'gateway').apex).toBe(false);
});
