// Custom domain names: aws:apigatewayv2/domainName:DomainName.
import { coversHost } from '../acm/covers-host.ts';
import type { CertificateMaterial } from '../interfaces.ts';
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import { type DomainNameInputs, domainNameInputs } from './domain-name-inputs.ts';
import { badRequest } from './errors.ts';
import { domainNameForms } from './form.ts';
import { type DomainRecord, domainOf, newId, type Records } from './records.ts';
import { type Hosts, type HostsOptions, hostedZoneIdOf } from './virtual-hosts.ts';

export interface DomainService extends HostsOptions {
  readonly records: Records;
  readonly hosts: Hosts;
}

/** The ARN of a custom domain name. */
export function arnOf({ region, inputs }: Pick<DomainRecord, 'region' | 'inputs'>): string {
  return `arn:aws:apigateway:${region}::/domainnames/${inputs.domainName}`;
}

export function domainNameHandler({ records, hosts, certificates }: DomainService): Handler {
  const { domains, mappings } = records;
  const put = (domain: DomainRecord, certificate: CertificateMaterial) => {
    certificates.use(certificate.arn, arnOf(domain));
    domains.set(domain.inputs.domainName, domain);
    hosts.attachDomain(domain, certificate);
    return computedOf(domain);
  };
  const checked = (inputs: DomainNameInputs, region: string) =>
    checkCertificate(inputs, region, certificates.issued(inputs.domainNameConfiguration.certificateArn));

  return defineHandler({
    type: 'aws:apigatewayv2/domainName:DomainName',
    inputs: domainNameInputs,
    replaceOn: ['domainName'],
    forms: domainNameForms,
    computedWithin: ['domainNameConfiguration.targetDomainName', 'domainNameConfiguration.hostedZoneId'],
    async create(inputs, { region }) {
      const { domainName } = inputs;
      if (domains.get(domainName) !== undefined) {
        throw new ServiceError('ConflictException', 'The domain name you provided already exists.', 409);
      }
      const certificate = checked(inputs, region);
      const target = `d-${newId(10)}.execute-api.${region}.localhost`;
      return { id: domainName, computed: put({ region, inputs, target }, certificate) };
    },
    async read(id) {
      const domain = domains.get(id);
      return domain && { inputs: domain.inputs, computed: computedOf(domain) };
    },
    async update(id, inputs, _old, { region }) {
      const live = domainOf(records, id);
      const computed = put({ ...live, inputs }, checked(inputs, region));
      const { certificateArn } = live.inputs.domainNameConfiguration;
      if (certificateArn !== inputs.domainNameConfiguration.certificateArn) {
        certificates.release(certificateArn, arnOf(live));
      }
      return computed;
    },
    async delete(id) {
      const live = domains.get(id);
      if (live === undefined) return;
      await hosts.settled(id);
      hosts.detachDomain(live);
      domains.delete(id);
      for (const [key, { domainName }] of mappings.entries()) if (domainName === id) mappings.delete(key);
      certificates.release(live.inputs.domainNameConfiguration.certificateArn, arnOf(live));
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
): CertificateMaterial {
  const inRegion = certificate?.region ?? certificateArn.split(':')[3];
  if (inRegion !== region) {
    throw badRequest(`Invalid certificate ARN: ${certificateArn}. Certificate must be in '${region}'.`);
  }
  if (certificate === undefined) {
    throw badRequest(`The provided certificate ${certificateArn} does not exist or is not issued`);
  }
  if (!certificate.names.some((name) => coversHost(name, domainName))) {
    throw badRequest(
      `The provided certificate does not cover the domain name ${domainName}: it is for ${certificate.names.join(', ')}`,
    );
  }
  return certificate;
}
