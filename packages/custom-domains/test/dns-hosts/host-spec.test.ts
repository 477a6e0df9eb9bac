// What CustomHost refuses of a host before it declares anything.
import { expect, test } from 'vitest';
import { hostSpec } from '../../src/dns-hosts/host-spec.ts';

const ZONE = { provider: 'cloudflare', name: 'petstore.example' } as const;
const LONGEST = `${'a'.repeat(64 - '.petstore.example'.length)}.petstore.example`;

test("a name of 64 octets is a certificate's longest", () => {
  const spec = { host: LONGEST, zone: ZONE, target: 'gateway', apex: false };
  expect(hostSpec(LONGEST, ZONE, 'gateway')).toEqual(spec);
});

test.each([
  [`a${LONGEST}`, 'host-too-long-for-certificate', 'choose a shorter name'],
  ['Api.petstore.example', 'not-normalised', 'write it "api.petstore.example"'],
  ['api_1.petstore.example', 'bad-character', 'did you mean "api-1.petstore.example"?'],
  ['api.petstore.dev', 'outside-zone', 'give a host of that zone, or the zone that has it'],
  ['https://api.petstore.example/', 'url', 'did you mean "api.petstore.example"?'],
  [undefined as unknown as string, 'not-a-text', 'write it like "api.example.com"'],
])('%s is refused: %s, %s', (host, code, fix) => {
  const act = () => hostSpec(host, ZONE, 'distribution');
  expect(act).toThrow(expect.objectContaining({ code, message: expect.stringContaining(`: ${fix}`) }));
});

test.each([
  ['Petstore.example.', 'is not in normal form: write the zone "petstore.example"'],
  ['https://petstore.example', 'is a URL, not a host name: did you mean "petstore.example"?'],
  ['', 'is empty: write a host name, like api.example.com'],
])('the zone "%s" %s', (name, says) => {
  const act = () => hostSpec('api.petstore.example', { ...ZONE, name }, 'distribution');
  const message = `the host "api.petstore.example" is declared in the zone ${JSON.stringify(name)}, which ${says}`;
  expect(act).toThrow(expect.objectContaining({ code: 'bad-zone', message }));
});

test('a zone can be a public suffix, or have one label', () => {
  expect(hostSpec('api.localhost', { ...ZONE, name: 'localhost' }, 'gateway').apex).toBe(false);
  expect(hostSpec('petstore.github.io', { ...ZONE, name: 'github.io' }, 'gateway').apex).toBe(false);
});
