// The options of a custom host.
import type { DnsAdapter } from '../dns-hosts/zone.ts';
import type { CertificateRequest } from './certificate-request.ts';
import type { HostFailures } from './host-failures.ts';
import type { HostTarget } from './host-target.ts';
import type { KeptAttachment } from './kept-attachment.ts';
import type { Preflight } from './preflight-hook.ts';
import type { Tags } from './tags.ts';

export interface CustomHostArgs {
  /**
   * Normalised FQDN, no final dot. A string, not an Input: the logical names of the resources contain it.
   *
   * @example 'api.example.com'
   */
  readonly host: string;
  /**
   * The DNS host of the zone: `cloudflareDns`, `route53Dns`, or `externalDns` for a host whose owner sets the records.
   *
   * @example route53Dns({ name: 'example.com' })
   */
  readonly dns: DnsAdapter;
  /**
   * What serves the host: `gatewayTarget`, `redirectTarget`, or a distribution of your own by `distributionTarget`.
   *
   * @example redirectTarget({ to: 'www.example.com', status: 308 })
   */
  readonly target: HostTarget;
  /**
   * One for the program. `off`: nothing reads live DNS before this host is created, as where the program has done so
   * before it declares its hosts.
   *
   * @example new Preflight({ resolver: '192.0.2.53' })
   */
  readonly preflight: Preflight | 'off';
  /**
   * Seconds that resolvers keep the routing record; 3600 where absent. Alias records at a Route 53 apex have their
   * target's instead. The validation record keeps its own: only the certificate authority reads it.
   *
   * @example 300
   */
  readonly ttl?: number;
  /**
   * Of every resource that takes tags: the certificate, and what serves the host.
   *
   * @example { team: 'pets', stack: pulumi.getStack() }
   */
  readonly tags?: Tags;
  /**
   * What became of the certificate in the state; looked up where absent. For programs of many hosts, which look them
   * up together.
   *
   * @example (await certificateRequests(hosts, await readStackState(), warn)).get(host)
   */
  readonly request?: CertificateRequest;
  /**
   * Logical name of the certificate, by `attachmentSlots`; `HOST-certificate` where absent.
   *
   * @example attachmentSlots({ host, target: 'gateway', zone }, state, { region, now: Date.now() }).certificate.name
   */
  readonly certificateName?: string;
  /**
   * The attachment that the host leaves, or left, and that is kept while resolvers remember it. Absent: a move deletes
   * the old attachment in the same run.
   *
   * @example { ...slots.kept, target: gatewayTarget({ apiId: api.id, stage: stage.name }), now: Date.now }
   */
  readonly kept?: KeptAttachment;
  /**
   * Explains the failures of this run, and has their reasons for the outputs; the preflight's own where absent.
   *
   * @example new HostFailures()
   */
  readonly failures?: HostFailures;
}
