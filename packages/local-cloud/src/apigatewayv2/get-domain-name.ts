// The look-up of a custom domain name: aws:apigateway/getDomainName:getDomainName, the first version of the API, which
// has the same regional names. terraform-provider-aws, internal/service/apigateway/domain_name_data_source.go.
import type { GetDomainNameArgs } from '@pulumi/aws/apigateway/getDomainName.js';
import { z } from 'zod';
import { defineInvoke, type Invoke } from '../resources/handler.ts';
import { argsOf, region } from '../schema/args-of.ts';
import { arnOf } from './domain-name.ts';
import type { DomainRecord, Records } from './records.ts';
import { hostedZoneIdOf } from './virtual-hosts.ts';

const inputs = argsOf<GetDomainNameArgs>()({ domainName: z.string(), region });

export function getDomainName({ domains }: Records): Invoke {
  return defineInvoke<z.infer<typeof inputs>, object>({
    token: 'aws:apigateway/getDomainName:getDomainName',
    inputs,
    async call({ domainName }, { region: wanted }) {
      const domain = domains.get(domainName);
      if (domain !== undefined && domain.region === wanted) return describe(domain);
      throw new Error(`reading API Gateway Domain Name (${domainName}): couldn't find resource`);
    },
  });
}

/** What only edge-optimised and private domain names have is empty. */
function describe(domain: DomainRecord): object {
  const { region: own, target, inputs: given } = domain;
  const { certificateArn, endpointType, ipAddressType, securityPolicy } = given.domainNameConfiguration;
  return {
    ...{ id: given.domainName, domainName: given.domainName, arn: arnOf(domain), region: own },
    ...{
      regionalDomainName: target,
      regionalZoneId: hostedZoneIdOf(own),
      regionalCertificateArn: certificateArn,
    },
    ...{ certificateArn: '', certificateName: '', certificateUploadDate: '', cloudfrontDomainName: '' },
    ...{ securityPolicy, tags: given.tags ?? {}, domainNameId: '', policy: '' },
    endpointConfigurations: [{ types: [endpointType], ipAddressType }],
  };
}
