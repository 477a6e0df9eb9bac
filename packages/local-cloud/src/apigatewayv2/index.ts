// API Gateway: HTTP APIs in front of functions, and their custom domain names.
import type { CloudContext } from '../context.ts';
import type { Functions } from '../interfaces.ts';
import { apiHandler, integrationHandler, routeHandler, stageHandler } from './api.ts';
import { apiMappingHandler, domainNameHandler, getDomainName } from './domain-name.ts';
import { createRecords } from './records.ts';
import { createServe } from './serve.ts';
import { createHosts, type HostsOptions } from './virtual-hosts.ts';

export function createApiGateway(
  context: CloudContext,
  options: HostsOptions & { readonly functions: Functions },
) {
  const records = createRecords(context.store);
  const hosts = createHosts(records, createServe(context, records, options.functions), options);
  return {
    handlers: [
      apiHandler(context, records, hosts),
      integrationHandler(records),
      routeHandler(records),
      stageHandler(context, records),
      domainNameHandler(context, records, hosts, options),
      apiMappingHandler(records, hosts),
    ],
    invokes: [getDomainName(records)],
    start() {
      for (const api of records.apis.values()) hosts.attachApi(api);
      for (const domain of records.domains.values()) hosts.attachDomain(domain);
    },
  };
}
