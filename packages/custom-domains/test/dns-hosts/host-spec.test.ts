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
    'is not in the zone petstore.example: pass the adapter of its own zone, or externalDns()',
  ],
])('%s %s', (host, says) => {
  expect(() => hostSpec(host, ZONE, 'distribution')).toThrow(says);
});
