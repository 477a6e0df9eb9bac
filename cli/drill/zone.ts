// Drill: the records of the stack are lost at the DNS hosts; `pulumi refresh` and `pulumi up` create them again.
import { Resolver } from 'node:dns/promises';
import { shown } from '@petstore/custom-domains/output';
import { createAnimals, snapshot } from './snapshot.ts';
import { Stage } from './stage.ts';
import { assertSame, DrillError, type Steps } from './steps.ts';

const RECORDS = /^(?:cloudflare:index\/dnsRecord:DnsRecord|aws:route53\/record:Record)$/;

export async function zoneDrill({ step }: Steps): Promise<void> {
  const stage = await step(shown`embedded cloud`, () => Stage.open());
  try {
    await step(shown`stack deployed`, () => stage.up());
    const ids = await createAnimals(stage, ['Milo']);
    const before = await snapshot(stage, ids);
    const addresses = await resolved(stage);
    if (Object.values(addresses).includes('none'))
      throw new DrillError('a host does not resolve before the accident');
    const count = await step(shown`accident: every record of the stack is deleted at its DNS host`, () =>
      deleteRecords(stage),
    );
    await step(shown`no host resolves`, async () => {
      const found = Object.entries(await resolved(stage)).find(([, address]) => address !== 'none');
      if (found !== undefined) throw new DrillError(`${found.join(' still resolves to ')}`);
    });
    const changes = await step(shown`pulumi refresh, pulumi up`, () => stage.up({ refresh: true }));
    if (changes.length !== count)
      throw new DrillError(`${count} records were deleted, and it did: ${changes.join()}`);
    await step(shown`names and answers compared (${count} records)`, async () => {
      assertSame('the names', await resolved(stage), addresses);
      assertSame('after the deployment', await snapshot(stage, ids), before);
    });
  } finally {
    await stage.close();
  }
}

async function deleteRecords({ cloud, resources, plan, signal }: Stage): Promise<number> {
  const records = resources.filter(({ type, id }) => id !== undefined && RECORDS.test(type));
  for (const { type, id = '', inputs } of records) {
    await cloud.registry.handler(type).delete(id, inputs as never, { region: plan.region, signal });
  }
  return records.length;
}

/** The addresses of each host of the stack, or `none`. */
async function resolved({ cloud, plan }: Stage): Promise<Record<string, string>> {
  const resolver = new Resolver({ timeout: 2_000, tries: 1 });
  resolver.setServers([cloud.dnsServer]);
  const entries = plan.hosts.map(async ({ host }) => {
    const addresses = await resolver.resolve4(host).catch(() => ['none']);
    return [host, addresses.join(' ')] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
