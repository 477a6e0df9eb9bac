// What custom domain names, their look-up and their API mappings are declared with.
import type { GetDomainNameArgs } from '@pulumi/aws/apigateway/getDomainName.js';
import type { ApiMappingArgs } from '@pulumi/aws/apigatewayv2/apiMapping.js';
import type { DomainNameArgs } from '@pulumi/aws/apigatewayv2/domainName.js';
import { z } from 'zod';
import { argsOf, arn, region } from '../schema/args-of.ts';
import { emulates, isEmulated } from '../schema/emulated.ts';
import { ipAddressType, tags } from './inputs.ts';

export const domainNameInputs = argsOf<DomainNameArgs>()({
  // ACM's pattern of a domain name: without a certificate there is no custom domain name.
  domainName: z
    .string()
    .max(253)
    .regex(/^(\*\.)?(((?!-)[A-Za-z0-9-]{0,62}[A-Za-z0-9])\.)+((?!-)[A-Za-z0-9-]{1,62}[A-Za-z0-9])$/)
    .check(
      isEmulated(
        (name) => !name.startsWith('*') && name === name.toLowerCase(),
        'wildcard domain names and names in capitals',
        'each host has its own, in lower case',
      ),
    ),
  region,
  domainNameConfiguration: z.strictObject({
    certificateArn: arn,
    endpointType: z.literal('REGIONAL'),
    securityPolicy: z.literal('TLS_1_2'),
    ipAddressType,
    // The provider computes both, and sends them with the inputs of an update.
    hostedZoneId: z.string().optional(),
    targetDomainName: z.string().optional(),
  }),
  routingMode: emulates(['API_MAPPING_ONLY'], {
    of: ['API_MAPPING_ONLY', 'ROUTING_RULE_ONLY', 'ROUTING_RULE_THEN_API_MAPPING'],
    because: 'the local gateway has no routing rules',
  }).default('API_MAPPING_ONLY'),
  tags,
});
export type DomainNameInputs = z.infer<typeof domainNameInputs>;

export const apiMappingInputs = argsOf<ApiMappingArgs>()({
  apiId: z.string(),
  region,
  domainName: z.string(),
  stage: z.string(),
  apiMappingKey: z
    .string()
    .check(isEmulated((key) => key === '', 'the mapping key of a path', 'a host has one API'))
    .optional(),
});
export type ApiMappingInputs = z.infer<typeof apiMappingInputs>;

export const getDomainNameInputs = argsOf<GetDomainNameArgs>()({ domainName: z.string(), region });
