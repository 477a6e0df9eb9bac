// The look-up of a distribution by its id: aws:cloudfront/getDistribution:getDistribution. The provider has none by
// alias. terraform-provider-aws, internal/service/cloudfront/distribution_data_source.go.
import type { GetDistributionArgs } from '@pulumi/aws/cloudfront/getDistribution.js';
import { z } from 'zod';
import { defineInvoke, type Invoke } from '../resources/handler.ts';
import { argsOf } from '../schema/args-of.ts';
import type { CloudFrontConfiguration } from './configuration.ts';

const inputs = argsOf<GetDistributionArgs>()({ id: z.string() });

export function getDistribution({ distributions }: CloudFrontConfiguration): Invoke {
  return defineInvoke<z.infer<typeof inputs>, object>({
    token: 'aws:cloudfront/getDistribution:getDistribution',
    inputs,
    async call({ id }) {
      const found = distributions.get(id);
      if (found === undefined) {
        throw new Error(`reading CloudFront Distribution (${id}): couldn't find resource`);
      }
      const { aliases, enabled, tags = {} } = found.inputs;
      const { arn, domainName, hostedZoneId, status, etag, lastModifiedTime } = found.computed;
      return {
        ...{ id, arn, domainName, hostedZoneId, status, etag, lastModifiedTime, aliases, enabled, tags },
        ...{ webAclId: '', inProgressValidationBatches: 0, anycastIpListId: '' },
      };
    },
  });
}
