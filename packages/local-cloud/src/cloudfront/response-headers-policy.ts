// Response headers policies: aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy.
import { randomUUID } from 'node:crypto';
import type { CloudContext } from '../context.ts';
import type { Handler } from '../resources/handler.ts';
import type { CloudFrontConfiguration } from './configuration.ts';
import { headersPolicyForms } from './form.ts';
import { responseHeadersPolicyInputs } from './inputs.ts';
import { namedPartHandler } from './named-part.ts';

export function headersPolicyHandler(
  { accountId }: CloudContext,
  configuration: CloudFrontConfiguration,
): Handler {
  return namedPartHandler({
    type: 'aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy',
    inputs: responseHeadersPolicyInputs,
    forms: headersPolicyForms,
    parts: configuration.headersPolicies,
    newId: randomUUID,
    arn: (id) => `arn:aws:cloudfront::${accountId}:response-headers-policy/${id}`,
    inUse: (id) =>
      configuration.inUse(({ defaultCacheBehavior }) => defaultCacheBehavior.responseHeadersPolicyId === id),
    codes: { taken: 'ResponseHeadersPolicyAlreadyExists', inUse: 'ResponseHeadersPolicyInUse' },
    what: 'response headers policy',
  });
}
