// The host names of distributions, their own and their aliases, with the certificate of each.
import { hostOf } from '../ingress/requests.ts';
import type { CertificateMaterial, Endpoint } from '../interfaces.ts';
import type { CloudFrontDeps, StoredDistribution } from './configuration.ts';
import type { ServeEdge } from './edge.ts';

interface Held {
  readonly domainName: string;
  readonly aliases: readonly string[];
  /** The aliases' certificate, and the distribution that uses it. */
  readonly certificate: CertificateMaterial | undefined;
  readonly distributionArn: string;
}

/** The names of CloudFront's own certificate, which covers every distribution's domain name. */
const OWN_NAMES = '*.cloudfront.localhost';

/**
 * CloudFront answers HTTPS queries through Route 53 aliases with the protocols of the distribution (RFC 9460 7.1):
 * https://aws.amazon.com/blogs/networking-and-content-delivery/boost-application-performance-amazon-cloudfront-enables-https-record
 */
function httpsData(httpVersion: string): string | undefined {
  const protocols = HTTPS_PROTOCOLS[httpVersion];
  return protocols && `1 . alpn="${protocols}"`;
}

/** By the distribution's `httpVersion`: HTTP/1.1 needs no announcement. */
const HTTPS_PROTOCOLS: Readonly<Record<string, string>> = { http2: 'h2', http3: 'h3', http2and3: 'h3,h2' };

export class DistributionVirtualHosts {
  readonly #deps: CloudFrontDeps;
  readonly #edge: ServeEdge;
  /** By distribution id. */
  readonly #held = new Map<string, Held>();
  /** Distribution ids by host name. */
  readonly #ids = new Map<string, string>();

  constructor(deps: CloudFrontDeps, edge: ServeEdge) {
    this.#deps = deps;
    this.#edge = edge;
  }

  /** Serves a distribution as it is now; names and a certificate that it no longer has are released. */
  attach(
    id: string,
    { inputs, computed }: StoredDistribution,
    certificate: CertificateMaterial | undefined,
  ): void {
    const { ingress, certificates, names } = this.#deps;
    const before = this.#held.get(id);
    const { domainName, arn: distributionArn } = computed;
    const aliases = certificate === undefined ? [] : inputs.aliases;
    if (certificate !== undefined) certificates.use(certificate.arn, distributionArn);
    if (before !== undefined) this.#release(before, certificate?.arn);
    for (const name of [domainName, ...aliases]) this.#ids.set(name, id);
    this.#held.set(id, { domainName, aliases, certificate, distributionArn });
    ingress.attach(domainName, this.#endpoint);
    names.publish(domainName, computed.hostedZoneId, httpsData(inputs.httpVersion));
  }

  detach(id: string): void {
    const held = this.#held.get(id);
    if (held === undefined) return;
    this.#held.delete(id);
    this.#release(held, undefined);
    this.#deps.ingress.detach(held.domainName);
    this.#deps.names.withdraw(held.domainName);
  }

  /** Resolves when every connection for one of the distribution's names has had its response; bounded. */
  async settled(id: string): Promise<void> {
    const held = this.#held.get(id);
    if (held !== undefined) await this.#deps.ingress.settled([held.domainName, ...held.aliases]);
  }

  /**
   * One endpoint for all distributions: each of CloudFront's addresses serves all of them. "When CloudFront receives
   * the TLS client hello, it uses the domain name in the SNI extension to find the matching CloudFront distribution";
   * where none matches, "it drops the connection"
   * (https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cnames-https-dedicated-ip-or-sni.html).
   * After that the Host header selects the distribution. It may differ from SNI: only where the other distribution has a
   * certificate of another account is the response 421, and here there is one account
   * (https://aws.amazon.com/blogs/networking-and-content-delivery/continually-enhancing-domain-security-on-amazon-cloudfront/).
   */
  readonly #endpoint: Endpoint = {
    certificate: (serverName) => {
      const held = this.#held.get(this.#ids.get(serverName) ?? '');
      return held?.domainName === serverName
        ? this.#deps.certificates.platform(OWN_NAMES)
        : held?.certificate;
    },
    https: (request, response) => this.#edge(this.#ids.get(hostOf(request)), 'https', request, response),
    http: (request, response) => this.#edge(this.#ids.get(hostOf(request)), 'http', request, response),
  };

  /** The certificate stays in use where it is the new one too. */
  #release(
    { domainName, aliases, certificate, distributionArn }: Held,
    keptCertificate: string | undefined,
  ): void {
    for (const name of [domainName, ...aliases]) this.#ids.delete(name);
    if (certificate !== undefined && certificate.arn !== keptCertificate)
      this.#deps.certificates.release(certificate.arn, distributionArn);
  }
}
