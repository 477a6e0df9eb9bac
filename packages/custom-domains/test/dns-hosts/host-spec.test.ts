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

test.each(['Petstore.example.', 'https://petstore.example', ''])('the zone "%s" is refused', (name) => {
  const act = () => hostSpec('api.petstore.example', { ...ZONE, name }, 'distribution');
  expect(act).toThrow(expect.objectContaining({ code: 'bad-zone' }));
});

test('a zone can be a public suffix, or have one label', () => {
  expect(hostSpec('api.localhost', { ...ZONE, name: 'localhost' }, 'gateway').apex).toBe(false);
  expect(hostSpec('petstore.github.io', { ...ZONE, name: 'github.io' }, 'gateway').apex).toBe(false);
});
