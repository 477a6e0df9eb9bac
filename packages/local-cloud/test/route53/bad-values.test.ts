// Values that are not valid for the type of their record set: Route 53 refuses the whole change, and names each value.
import { expect, test } from 'vitest';
import { dnsWith, hostedHandlers, ROUTE53_ZONE } from '../dns/client.ts';
import { resource, testContext } from '../support/cloud.ts';

function setup() {
  const dns = dnsWith('', testContext());
  const handler = resource(hostedHandlers(dns), 'aws:route53/record:Record');
  const create = (type: string, records: readonly string[]) =>
    handler.create({ zoneId: ROUTE53_ZONE, name: 'api.orders.localhost', type, ttl: 60, records });
  return { dns, create };
}

const refusal = (reason: string, value: string) =>
  `Invalid Resource Record: 'FATAL problem: ${reason} encountered with '${value}''`;
const A_REASON = 'ARRDATAIllegalIPv4Address (Value is not a valid IPv4 address)';
const AAAA_REASON = 'AAAARRDATAIllegalIPv6Address (Value is not a valid IPv6 address)';

test.each([
  ['A', '2001:db8::1', A_REASON],
  ['A', '192.0.2.256', A_REASON],
  ['AAAA', '192.0.2.1', AAAA_REASON],
  ['MX', 'mail.example', 'MXRRDATAIllegal (needs 2 fields (preference, exchange), has 1)'],
  ['MX', '65536 mail.example', 'MXRRDATAIllegal (preference: 65536 is not a number from 0 to 65535)'],
  ['CAA', '256 issue "amazon.com"', 'CAARRDATAIllegal (flags: 256 is not a number from 0 to 255)'],
])('%s %s', async (type, value, reason) => {
  const { dns, create } = setup();
  await expect(create(type, [value])).rejects.toMatchObject({
    code: 'InvalidChangeBatch',
    message: expect.stringContaining(`[${refusal(reason, value)}]`),
  });
  expect(dns.history).toEqual([]);
});

test('each bad value has its message, and the good ones are not served either', async () => {
  const { dns, create } = setup();
  await expect(create('A', ['x', '192.0.2.1', 'y'])).rejects.toThrow(
    `[${refusal(A_REASON, 'x')}, ${refusal(A_REASON, 'y')}]`,
  );
  expect(await dns.names.resolve('api.orders.localhost', 'A')).toEqual([]);
});

test('valid values of these types are served in their canonical form', async () => {
  const { dns, create } = setup();
  await create('MX', ['10 Mail.example.']);
  await create('AAAA', ['2001:DB8:0::1']);
  const values = async (type: string) =>
    (await dns.names.resolve('api.orders.localhost', type)).map(({ value }) => value);
  expect(await values('MX')).toEqual(['10 mail.example']);
  expect(await values('AAAA')).toEqual(['2001:db8::1']);
});
