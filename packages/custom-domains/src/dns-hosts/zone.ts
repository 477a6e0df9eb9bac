// Zones and the hosts in them, as far as names and DNS go. The types follow the list of DNS hosts.
import type { Issuance } from '../authorities/index.ts';
import { registrable } from '../names/host.ts';
import type { Command } from '../output/words.ts';
import type { DnsAdapterOf, ZoneAt, ZoneProvider } from './adapter.ts';
import type { ProviderRun, ReplacedRecords, ZoneAccount, ZoneFields } from './descriptor.ts';
import { type DnsHostId, dnsHost, type ZoneHost } from './list.ts';

type Fields<Zone> = {
  readonly [Field in keyof Zone as Zone[Field] extends { readonly required: true } ? Field : never]: string;
} & {
  readonly [Field in keyof Zone as Zone[Field] extends { readonly required: true } ? never : Field]?: string;
};

type DeclaredAt<Host extends ZoneHost> = Host extends ZoneHost
  ? { readonly name: string; readonly provider: Host['id'] } & Fields<Host['zone']>
  : never;

/** A zone as a stack file declares it: its name, who serves its DNS, and that DNS host's own fields. */
export type ZoneDeclaration = DeclaredAt<ZoneHost>;

/** Who serves the DNS of a host. `external`: a host in no declared zone, whose owner sets the records. */
export type HostZone = ZoneDeclaration | ZoneAt<'external'>;

export type ZoneRef = ZoneAt<DnsHostId>;

export type DnsAdapter = DnsAdapterOf<DnsHostId>;

export interface HostSpec {
  /** Normalised FQDN, no final dot. */
  readonly host: string;
  /** The host is the top name of its zone, where no CNAME can be. */
  readonly apex: boolean;
  readonly zone: ZoneRef;
  readonly target: 'gateway' | 'distribution';
  /** ACM where absent. */
  readonly issuance?: Issuance;
  /** A CNAME, or an alias at an apex, to a name that a deployment decides, where absent. */
  readonly routing?: Routing;
  /** Seconds of its routing record; absent: 3600, or that of the target of an alias record. */
  readonly ttl?: number;
}

/** How the host's traffic is to reach its target, where no deployment decides it. */
export type Routing =
  /** A CNAME, or an alias at an apex, to the expected name; or, where that is not known, to one that matches. */
  | { readonly kind: 'name'; readonly within: readonly RegExp[] }
  | { readonly kind: 'addresses'; readonly addresses: readonly string[] }
  /** The host keeps the records that it has: only its certificate is asked about. */
  | { readonly kind: 'unchanged' };

/** For a host in no declared zone: a name directly below a public suffix is the top of its owner's zone. */
export function isApex(host: string, zone: ZoneRef): boolean {
  return zone.provider === 'external' ? registrable(host) === host : host === zone.name;
}

export function hasAlias({ apex, zone }: Pick<HostSpec, 'apex' | 'zone'>): boolean {
  return apex && dnsHost(zone.provider).apex === 'alias';
}

/** Beside the addresses of an apex, for a distribution; that of an external host is its owner's. */
export function hasHttpsRecord({ apex, zone, target }: HostSpec): boolean {
  return apex && target === 'distribution' && zone.provider !== 'external';
}

/** The type of its routing record, as its DNS host names it: at an apex a CNAME only where that is flattened. */
export function routingType({ apex, zone }: Pick<HostSpec, 'apex' | 'zone'>): 'CNAME' | 'ALIAS' {
  return apex && dnsHost(zone.provider).apex !== 'flattened-cname' ? 'ALIAS' : 'CNAME';
}

/** Loads the Pulumi half of the zone's DNS host. */
export async function dnsAdapter(zone: HostZone, options: ZoneProvider = {}): Promise<DnsAdapter> {
  const { adapter } = await dnsHost(zone.provider).pulumi();
  // The list pairs each id with the adapter that takes its zones, which the compiler cannot follow through a look-up.
  return adapter(zone as never, options) as DnsAdapter;
}

export function replaceCommands(zone: HostZone, change: ReplacedRecords): Command[] {
  return dnsHost(zone.provider).replaceCommands?.(zone as ZoneFields, change) ?? [];
}

export function zoneAccount(zone: HostZone): ZoneAccount | undefined {
  return dnsHost(zone.provider).account?.(zone as ZoneFields);
}

/** Of a zone in another account, whose zones can share it. */
export async function zoneProvider(zone: HostZone, run: ProviderRun) {
  const { provider } = await dnsHost(zone.provider).pulumi();
  const account = zoneAccount(zone);
  return account && provider?.(`dns-${account.name}`, zone as never, run);
}

/** One adapter for each zone, which is looked up once. The zones of another account share a provider, declared with its first host. */
export function dnsAdapters(run: ProviderRun): (zone: HostZone) => Promise<DnsAdapter> {
  const adapters = new Map<string, Promise<DnsAdapter>>();
  const providers = new Map<string, ReturnType<typeof zoneProvider>>();
  const providerOf = (zone: HostZone) => {
    const account = zoneAccount(zone);
    if (account === undefined) return undefined;
    const provider = providers.get(account.name) ?? zoneProvider(zone, run);
    providers.set(account.name, provider);
    return provider;
  };
  const adapterOf = async (zone: HostZone) => dnsAdapter(zone, { provider: await providerOf(zone) });
  return (zone) => {
    const key = JSON.stringify(zone);
    const adapter = adapters.get(key) ?? adapterOf(zone);
    adapters.set(key, adapter);
    return adapter;
  };
}

/** The name of dns-persist-01's record, where that method is chosen. */
export function persistName({ host, issuance }: HostSpec): string | undefined {
  const [method, ...others] = issuance?.methods ?? [];
  return method?.id === 'dns-persist-01' && others.length === 0 ? `_validation-persist.${host}` : undefined;
}
