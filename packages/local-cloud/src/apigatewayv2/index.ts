// API Gateway: HTTP APIs in front of functions, and their custom domain names.
import type { CloudContext } from '../context.ts';
import type { Functions } from '../interfaces.ts';
import { apiHandler, integrationHandler, routeHandler, stageHandler } from './api.ts';
import { apiMappingHandler, arnOf, domainNameHandler, getDomainName } from './domain-name.ts';
import { createRecords } from './records.ts';
import { createServe } from './serve.ts';
import { createHosts, type HostsOptions } from './virtual-hosts.ts';

export function createApiGateway(
  context: CloudContext,
  options: HostsOptions & { readonly functions: Functions },
) {
  const { certificates } = options;
  const records = createRecords(context.store);
  const hosts = createHosts(records, createServe(context, records, options.functions), options);
  return {
    handlers: [
      apiHandler(context, records, hosts),
      integrationHandler(records),
      routeHandler(records),
      stageHandler(context, records),
      domainNameHandler(records, hosts, options),
      apiMappingHandler(records, hosts),
    ],
    invokes: [getDomainName(records)],
    /** Serves what the store remembers. */
    start() {
      for (const api of records.apis.values()) hosts.attachApi(api);
      for (const domain of records.domains.values()) {
        const { domainName, domainNameConfiguration } = domain.inputs;
        const certificate = certificates.issued(domainNameConfiguration.certificateArn);
        if (certificate === undefined) {
          context.log('apigatewayv2', `${domainName} is not served: its certificate no longer exists`);
          continue;
        }
        certificates.use(certificate.arn, arnOf(domain));
        hosts.attachDomain(domain, certificate);
      }
    },
    /** Detaches its names from the ingress, which finishes the requests under way. */
    close() {
      for (const api of records.apis.values()) hosts.detachApi(api);
      for (const domain of records.domains.values()) hosts.detachDomain(domain);
    },
  };
}
