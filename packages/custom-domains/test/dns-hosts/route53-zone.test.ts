// A zone of Route 53 that is looked up by its name, and that the provider does not find.
import * as pulumi from '@pulumi/pulumi';
import { expect, test } from 'vitest';
import { zoneIds } from '../../src/dns-hosts/route53/zone-id.ts';

/** terraform-provider-aws, internal/service/route53/zone_data_source.go. */
const REFUSAL = 'no matching Route 53 Hosted Zone found';

test('one line that names the zone, without the stack of the program', async () => {
  const call = async () => {
    // The engine's words, which the runtime takes from gRPC's status (runtime/invoke.ts).
    const details = `invocation of aws:route53/getZone:getZone returned an error: ${REFUSAL}`;
    throw Object.assign(new Error(), { details });
  };
  await pulumi.runtime.setMocks({ newResource: ({ name }) => ({ id: name, state: {} }), call });
  const error = await Promise.resolve(zoneIds({ name: 'shop.example' })({})).catch(
    (thrown: unknown) => thrown,
  );
  expect((error as Error).message).toBe(
    `the zone shop.example was not found at Route 53: ${REFUSAL}. Check its name and the account of the credentials, or pass its zoneId to route53Dns`,
  );
  expect(pulumi.RunError.isInstance(error)).toBe(true);
});
