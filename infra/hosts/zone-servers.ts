// The name servers of the declared zones, as each DNS host's API has them: the preflight compares the delegation with them.
import type { DnsAdapter, ZoneDeclaration } from '@petstore/custom-domains/dns-hosts';
import type { AssignedServers } from '@petstore/custom-domains/preflight';

/** Providers retry for minutes where they have no network. */
const TIMEOUT_MS = 20_000;

/** By the zone's name. A zone whose API could not be asked is `failed`, with the provider's reason. */
export async function zoneServers(
  zones: readonly ZoneDeclaration[],
  dnsOf: (zone: ZoneDeclaration) => Promise<DnsAdapter>,
): Promise<ReadonlyMap<string, AssignedServers>> {
  const entries = await Promise.all(
    zones.map(async (zone) => [zone.name, await serversOf(zone, dnsOf)] as const),
  );
  return new Map(entries.filter((entry): entry is [string, AssignedServers] => entry[1] !== undefined));
}

async function serversOf(
  zone: ZoneDeclaration,
  dnsOf: (zone: ZoneDeclaration) => Promise<DnsAdapter>,
): Promise<AssignedServers | undefined> {
  try {
    const nameServers = await inTime((await dnsOf(zone)).nameServers());
    return nameServers && { kind: 'known', nameServers };
  } catch (error) {
    return { kind: 'failed', detail: (error as Error).message };
  }
}

async function inTime<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${TIMEOUT_MS / 1000} s`)), TIMEOUT_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
