// The host names of distributions, their own and their aliases, with the certificate of each.
import type { Endpoint } from '../interfaces.ts';
import type { CloudFrontDeps, StoredDistribution } from './configuration.ts';
import type { ServeEdge } from './edge.ts';

/** The names of CloudFront's own certificate, which covers every distribution's domain name. */
const OWN_NAMES = '*.cloudfront.localhost';

/** RFC 9460 7.1; https://aws.amazon.com/blogs/networking-and-content-delivery/boost-application-performance-amazon-cloudfront-enables-https-record */
const HTTPS_DATA: Readonly<Record<string, string>> = {
  http2: '1 . alpn="h2"',
  http3: '1 . alpn="h3"',
  http2and3: '1 . alpn="h3,h2"',
};

export type VirtualHosts = ReturnType<typeof createVirtualHosts>;

export function createVirtualHosts(deps: CloudFrontDeps, edge: ServeEdge) {
  const { configuration, ingress, certificates, names } = deps;
  certificates.addUser(
    (arn) =>
      configuration.count(({ viewerCertificate: { acmCertificateArn } }) => acmCertificateArn === arn) > 0,
  );
  // Each of CloudFront's addresses serves every distribution: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cnames-https-dedicated-ip-or-sni.html
  // The Host header may differ from SNI: https://aws.amazon.com/blogs/networking-and-content-delivery/continually-enhancing-domain-security-on-amazon-cloudfront/
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
      names.publish(domainName, hostedZoneId, HTTPS_DATA[inputs.httpVersion]);
    },
    detach({ computed: { domainName } }: StoredDistribution) {
      ingress.detach(domainName);
      names.withdraw(domainName);
    },
    settled: ({ inputs, computed }: StoredDistribution) =>
      ingress.settled([computed.domainName, ...inputs.aliases]),
  };
}
