// The host names of distributions, their own and their aliases, with the certificate of each.
import type { Endpoint } from '../interfaces.ts';
import type { CloudFrontDeps, StoredDistribution } from './configuration.ts';
import type { ServeEdge } from './edge.ts';

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

export type VirtualHosts = ReturnType<typeof createVirtualHosts>;

export function createVirtualHosts(deps: CloudFrontDeps, edge: ServeEdge) {
  const { configuration, ingress, certificates, names } = deps;
  certificates.addUser(
    (arn) =>
      configuration.count(({ viewerCertificate: { acmCertificateArn } }) => acmCertificateArn === arn) > 0,
  );
  /**
   * One endpoint for all distributions: each of CloudFront's addresses serves all of them. "When CloudFront receives
   * the TLS client hello, it uses the domain name in the SNI extension to find the matching CloudFront distribution";
   * where none matches, "it drops the connection"
   * (https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cnames-https-dedicated-ip-or-sni.html).
   * After that the Host header selects the distribution. It may differ from SNI: only where the other distribution has a
   * certificate of another account is the response 421, and here there is one account
   * (https://aws.amazon.com/blogs/networking-and-content-delivery/continually-enhancing-domain-security-on-amazon-cloudfront/).
   */
  const endpoint: Endpoint = {
    certificate(serverName) {
      const found = configuration.byHost(serverName);
      if (found?.computed.domainName === serverName) return certificates.platform(OWN_NAMES);
      return found && certificates.issued(found.inputs.viewerCertificate.acmCertificateArn ?? '');
    },
    http2: (serverName) => configuration.byHost(serverName)?.inputs.httpVersion.startsWith('http2') ?? false,
    https: (request, response) => edge('https', request, response),
    http: (request, response) => edge('http', request, response),
  };
  return {
    attach({ inputs, computed: { domainName, hostedZoneId } }: StoredDistribution) {
      ingress.attach(domainName, endpoint);
      names.publish(domainName, hostedZoneId, httpsData(inputs.httpVersion));
    },
    detach({ computed: { domainName } }: StoredDistribution) {
      ingress.detach(domainName);
      names.withdraw(domainName);
    },
    /** Resolves when every connection for one of the distribution's names has had its response; bounded. */
    settled: ({ inputs, computed }: StoredDistribution) =>
      ingress.settled([computed.domainName, ...inputs.aliases]),
  };
}
