// Custom domain names, their API mappings, and their look-up: terraform-provider-aws, internal/service/apigatewayv2.
import { isDeepStrictEqual } from 'node:util';
import type { GetDomainNameArgs } from '@pulumi/aws/apigateway/getDomainName.js';
import { isUnknown, unknown } from '@pulumi/pulumi/output.js';
import { z } from 'zod';
import { coversHost } from '../acm/certificate-record.ts';
import type { CloudContext } from '../context.ts';
import type { IssuedCertificate } from '../interfaces.ts';
import { randomId } from '../random-id.ts';
import { defineInvoke, type Handler, type Invoke, type PlannedUpdate } from '../resources/handler.ts';
import { storedHandler } from '../resources/stored.ts';
import { argsOf, region } from '../schema.ts';
import { apiMappingInputs, type DomainNameInputs, domainNameInputs } from './inputs.ts';
import { apiOf, badRequest, conflict, type DomainRecord, domainOf, type Records } from './records.ts';
import { type Hosts, type HostsOptions, hostedZoneIdOf } from './virtual-hosts.ts';

/** For one operation: throws where it was requested as often as API Gateway takes it. */
function throttle({ quotas, clock = Date.now }: CloudContext): () => void {
  let taken: number[] = [];
  return () => {
    const now = clock();
    taken = taken.filter((time) => now - time < 30_000);
    quotas.assert('domain-names-in-30-s', taken.length + 1);
    taken.push(now);
  };
}

export function domainNameHandler(
  context: CloudContext,
  records: Records,
  hosts: Hosts,
  { certificates }: HostsOptions,
): Handler {
  const [takeCreate, takeUpdate] = [throttle(context), throttle(context)];
  const { domains, mappings } = records;
  return storedHandler({
    type: 'aws:apigatewayv2/domainName:DomainName',
    inputs: domainNameInputs,
    replaceOn: ['domainName'],
    planned: ({ domainNameConfiguration: given }, update) =>
      isUnknown(given) ? {} : { domainNameConfiguration: { ...given, ...computedWithin(update) } },
    stored: domains,
    newId: ({ domainName }) => domainName,
    accept({ id, inputs, region, isNew, before }) {
      const { domainNameConfiguration: configuration } = inputs;
      if (isNew) {
        takeCreate();
        if (before !== undefined) throw conflict('The domain name you provided already exists.');
        const inRegion = domains.values().filter((one) => one.region === region);
        context.quotas.assert('L-A93447B8', inRegion.length + 1);
      } else {
        // A change of tags alone is another request: terraform-provider-aws, internal/service/apigatewayv2/domain_name.go.
        const { inputs: former } = domainOf(records, id);
        if (!isDeepStrictEqual(former.domainNameConfiguration, configuration)) takeUpdate();
      }
      checkCertificate(inputs, region, certificates.issued(configuration.certificateArn));
      const targetDomainName =
        before?.computed.domainNameConfiguration.targetDomainName ??
        `d-${randomId(10)}.execute-api.${region}.localhost`;
      const hostedZoneId = hostedZoneIdOf(region);
      return {
        arn: `arn:aws:apigateway:${region}::/domainnames/${id}`,
        apiMappingSelectionExpression: '$request.basepath',
        domainNameConfiguration: { ...configuration, targetDomainName, hostedZoneId },
      };
    },
    changed: hosts.attachDomain,
    // DeleteDomainName has the same pace. The provider's retries outlast it, for an hour (docs/scale.md).
    async removing({ id, computed }) {
      await hosts.settled(id);
      hosts.detach(computed.domainNameConfiguration.targetDomainName);
      for (const [key, { inputs }] of mappings.entries()) if (inputs.domainName === id) mappings.delete(key);
    },
  });
}

/** An update keeps them: terraform-plugin-sdk, helper/schema, of an attribute that is computed. */
function computedWithin(update: PlannedUpdate | undefined): object {
  if (update === undefined) return { targetDomainName: unknown, hostedZoneId: unknown };
  const { targetDomainName, hostedZoneId } = update.state
    .domainNameConfiguration as DomainNameInputs['domainNameConfiguration'];
  return { targetDomainName, hostedZoneId };
}

function checkCertificate(
  { domainName, domainNameConfiguration: { certificateArn } }: DomainNameInputs,
  region: string,
  certificate: IssuedCertificate | undefined,
): void {
  const inRegion = certificate?.region ?? certificateArn.split(':')[3];
  if (inRegion !== region)
    throw badRequest(`Invalid certificate ARN: ${certificateArn}. Certificate must be in '${region}'.`);
  if (certificate === undefined)
    throw badRequest(`The provided certificate ${certificateArn} does not exist or is not issued`);
  if (!coversHost(certificate.domainName, domainName))
    throw badRequest(`The provided certificate does not cover the domain name ${domainName}`);
}

export function apiMappingHandler(records: Records, hosts: Hosts): Handler {
  const { stages, mappings } = records;
  return storedHandler({
    type: 'aws:apigatewayv2/apiMapping:ApiMapping',
    inputs: apiMappingInputs,
    replaceOn: ['apiId', 'domainName'],
    stored: mappings,
    newId: () => randomId(6),
    key: (id, inputs) => (inputs === undefined ? importedId(id) : id),
    accept({ id, inputs: { apiId, domainName, stage } }) {
      domainOf(records, domainName);
      apiOf(records, apiId);
      if (stages.get(`${apiId}/${stage}`) === undefined)
        throw badRequest('Invalid stage identifier specified');
      if (mappings.values().some((one) => one.id !== id && one.inputs.domainName === domainName))
        throw conflict('ApiMapping key already exists for this domain name');
      return {};
    },
    removing: ({ inputs }) => hosts.settled(inputs.domainName),
  });
}

/** api_mapping.go, resourceAPIMappingImport. */
function importedId(path: string): string {
  const [id, domainName, ...rest] = path.split('/');
  if (id !== undefined && domainName !== undefined && rest.length === 0) return id;
  throw new Error(`wrong format of import ID (${path}), use: 'api-mapping-id/domain-name'`);
}

/** Of the first version of the API, which has the same regional names: internal/service/apigateway/domain_name_data_source.go. */
export function getDomainName({ domains }: Records): Invoke {
  return defineInvoke({
    token: 'aws:apigateway/getDomainName:getDomainName',
    inputs: argsOf<GetDomainNameArgs>()({ domainName: z.string(), region }),
    async call({ domainName }, { region: wanted }) {
      const domain = domains.get(domainName);
      if (domain !== undefined && domain.region === wanted) return describe(domain);
      throw new Error(`reading API Gateway Domain Name (${domainName}): couldn't find resource`);
    },
  });
}

function describe({ region, inputs, computed }: DomainRecord): object {
  const { domainName, domainNameConfiguration, tags = {} } = inputs;
  const { certificateArn, endpointType, ipAddressType, securityPolicy } = domainNameConfiguration;
  const { targetDomainName, hostedZoneId } = computed.domainNameConfiguration;
  return {
    ...{ id: domainName, domainName, arn: computed.arn, region, securityPolicy, tags },
    regionalDomainName: targetDomainName,
    regionalZoneId: hostedZoneId,
    regionalCertificateArn: certificateArn,
    endpointConfigurations: [{ types: [endpointType], ipAddressType }],
  };
}
