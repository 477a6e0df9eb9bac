// Custom domain names, their API mappings, and their look-up: terraform-provider-aws, internal/service/apigatewayv2.
import { isDeepStrictEqual } from 'node:util';
import type { GetDomainNameArgs } from '@pulumi/aws/apigateway/getDomainName.js';
import { z } from 'zod';
import { coversHost } from '../acm/certificate-record.ts';
import type { CloudContext } from '../context.ts';
import type { CertificateMaterial } from '../interfaces.ts';
import { randomId } from '../random-id.ts';
import { defineHandler, defineInvoke, type Handler, type Invoke } from '../resources/handler.ts';
import { argsOf, region } from '../schema.ts';
import { storedInputs } from './api.ts';
import {
  type ApiMappingInputs,
  apiMappingInputs,
  type DomainNameInputs,
  domainNameInputs,
} from './inputs.ts';
import { apiOf, badRequest, conflict, type DomainRecord, domainOf, type Records } from './records.ts';
import { type Hosts, type HostsOptions, hostedZoneIdOf } from './virtual-hosts.ts';

function arnOf({ region, inputs }: DomainRecord): string {
  return `arn:aws:apigateway:${region}::/domainnames/${inputs.domainName}`;
}

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
  const put = (domain: DomainRecord) => {
    const { inputs, region } = domain;
    checkCertificate(inputs, region, certificates.issued(inputs.domainNameConfiguration.certificateArn));
    domains.set(inputs.domainName, domain);
    hosts.attachDomain(domain);
    return computedOf(domain);
  };
  return defineHandler({
    type: 'aws:apigatewayv2/domainName:DomainName',
    inputs: domainNameInputs,
    replaceOn: ['domainName'],
    computedWithin: ['domainNameConfiguration.targetDomainName', 'domainNameConfiguration.hostedZoneId'],
    async create(inputs, { region }) {
      takeCreate();
      const { domainName } = inputs;
      if (domains.get(domainName) !== undefined)
        throw conflict('The domain name you provided already exists.');
      const inRegion = domains.values().filter((one) => one.region === region);
      context.quotas.assert('L-A93447B8', inRegion.length + 1);
      const target = `d-${randomId(10)}.execute-api.${region}.localhost`;
      return { id: domainName, computed: put({ region, inputs, target }) };
    },
    async read(id) {
      const domain = domains.get(id);
      return domain && { inputs: domain.inputs, computed: computedOf(domain) };
    },
    // A change of tags alone is another request: terraform-provider-aws, internal/service/apigatewayv2/domain_name.go.
    async update(id, inputs) {
      const { inputs: before, ...domain } = domainOf(records, id);
      if (!isDeepStrictEqual(before.domainNameConfiguration, inputs.domainNameConfiguration)) takeUpdate();
      return put({ ...domain, inputs });
    },
    // DeleteDomainName has the same pace. The provider's retries outlast it, for an hour (docs/scale.md).
    async delete(id) {
      const live = domains.get(id);
      if (live === undefined) return;
      await hosts.settled(id);
      hosts.detach(live.target);
      domains.delete(id);
      for (const [key, { domainName }] of mappings.entries()) if (domainName === id) mappings.delete(key);
    },
  });
}

function computedOf(domain: DomainRecord) {
  return {
    arn: arnOf(domain),
    apiMappingSelectionExpression: '$request.basepath',
    domainNameConfiguration: {
      ...domain.inputs.domainNameConfiguration,
      targetDomainName: domain.target,
      hostedZoneId: hostedZoneIdOf(domain.region),
    },
  };
}

/** A domain name needs a certificate that is issued, in its region, and covers its name. */
function checkCertificate(
  { domainName, domainNameConfiguration: { certificateArn } }: DomainNameInputs,
  region: string,
  certificate: CertificateMaterial | undefined,
): void {
  const inRegion = certificate?.region ?? certificateArn.split(':')[3];
  if (inRegion !== region)
    throw badRequest(`Invalid certificate ARN: ${certificateArn}. Certificate must be in '${region}'.`);
  if (certificate === undefined)
    throw badRequest(`The provided certificate ${certificateArn} does not exist or is not issued`);
  const { names } = certificate;
  if (!names.some((name) => coversHost(name, domainName)))
    throw badRequest(
      `The provided certificate does not cover the domain name ${domainName}: it is for ${names.join(', ')}`,
    );
}

export function apiMappingHandler(records: Records, hosts: Hosts): Handler {
  const { stages, mappings } = records;
  const stored = storedInputs(mappings, 6, ({ apiId, domainName, stage }: ApiMappingInputs, id) => {
    domainOf(records, domainName);
    apiOf(records, apiId);
    if (stages.get(`${apiId}/${stage}`) === undefined) throw badRequest('Invalid stage identifier specified');
    if (mappings.entries().some(([key, one]) => key !== id && one.domainName === domainName))
      throw conflict('ApiMapping key already exists for this domain name');
  });
  return defineHandler({
    type: 'aws:apigatewayv2/apiMapping:ApiMapping',
    inputs: apiMappingInputs,
    replaceOn: ['apiId', 'domainName'],
    ...stored,
    read: (path, _context, known) => stored.read(known === undefined ? importedId(path) : path),
    async delete(id) {
      const mapping = mappings.get(id);
      if (mapping !== undefined) await hosts.settled(mapping.domainName);
      mappings.delete(id);
    },
  });
}

/** api_mapping.go, resourceAPIMappingImport. */
function importedId(path: string): string {
  const [id, domainName, ...rest] = path.split('/');
  if (id !== undefined && domainName !== undefined && rest.length === 0) return id;
  throw new Error(`wrong format of import ID (${path}), use: 'api-mapping-id/domain-name'`);
}

const lookUpInputs = argsOf<GetDomainNameArgs>()({ domainName: z.string(), region });

/**
 * aws:apigateway/getDomainName:getDomainName, of the first version of the API, which has the same regional names.
 * internal/service/apigateway/domain_name_data_source.go.
 */
export function getDomainName({ domains }: Records): Invoke {
  return defineInvoke<z.infer<typeof lookUpInputs>, object>({
    token: 'aws:apigateway/getDomainName:getDomainName',
    inputs: lookUpInputs,
    async call({ domainName }, { region: wanted }) {
      const domain = domains.get(domainName);
      if (domain !== undefined && domain.region === wanted) return describe(domain);
      throw new Error(`reading API Gateway Domain Name (${domainName}): couldn't find resource`);
    },
  });
}

function describe(domain: DomainRecord): object {
  const { region, target, inputs } = domain;
  const { domainName, domainNameConfiguration, tags = {} } = inputs;
  const { certificateArn, endpointType, ipAddressType, securityPolicy } = domainNameConfiguration;
  return {
    ...{ id: domainName, domainName, arn: arnOf(domain), region, securityPolicy, tags },
    regionalDomainName: target,
    regionalZoneId: hostedZoneIdOf(region),
    regionalCertificateArn: certificateArn,
    endpointConfigurations: [{ types: [endpointType], ipAddressType }],
  };
}
