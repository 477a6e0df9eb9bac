// What the hosts of one run share: the provider constructs each in a call of its own, several at a time.
import { DomainNamePace, Preflight, Redirects } from '@petstore/custom-domains';
import { dnsAdapters } from '@petstore/custom-domains/dns-hosts';
import { HostFailures, readStackState } from '@petstore/custom-domains/many-hosts';
import * as pulumi from '@pulumi/pulumi';

export class Run {
  readonly pace = new DomainNamePace();
  readonly failures = new HostFailures();
  /** The adapter of a zone, and of one in another account with its provider. */
  readonly dnsOf = dnsAdapters({
    session: `${pulumi.getProject()}-${pulumi.getStack()}`,
    // Route 53 has one API for all regions of a partition.
    region: new pulumi.Config('aws').get('region') ?? process.env.AWS_REGION ?? 'us-east-1',
  });
  readonly #preflights = new Map<string, Preflight>();
  readonly #redirects = new Map<string, Redirects>();
  #state: ReturnType<typeof readStackState> | undefined;

  /** Throws ReaderOptionError and ResolverError. */
  preflight(options: object): Preflight {
    const key = JSON.stringify(options);
    const found = this.#preflights.get(key) ?? new Preflight(options);
    this.#preflights.set(key, found);
    return found;
  }

  /** `provider`: of the hosts, and its URN; absent for the default one. */
  redirects(provider?: { readonly resource: pulumi.ProviderResource; readonly urn: string }): Redirects {
    const name = ['custom-domains-redirects', ...(provider?.urn.split('::').slice(-1) ?? [])].join('-');
    const found = this.#redirects.get(name) ?? new Redirects(name, {}, { provider: provider?.resource });
    this.#redirects.set(name, found);
    return found;
  }

  state(): ReturnType<typeof readStackState> {
    this.#state ??= readStackState();
    return this.#state;
  }
}

let last: { readonly monitor: string; readonly run: Run } | undefined;

/** Of the host that is being created: an engine that has attached to this process starts each run with another address. */
export function currentRun(): Run {
  const client = pulumi.runtime.getMonitor() as { getChannel?(): { getTarget(): string } } | undefined;
  const monitor = client?.getChannel?.().getTarget() ?? '';
  const { run } = last?.monitor === monitor ? last : { run: new Run() };
  last = { monitor, run };
  return run;
}
