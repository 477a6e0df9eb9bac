// Origin access controls: aws:cloudfront/originAccessControl:OriginAccessControl.
import type { CloudContext } from '../context.ts';
import type { Handler } from '../resources/handler.ts';
import type { CloudFrontConfiguration } from './configuration.ts';
import { cloudFrontId } from './ids.ts';
import { originAccessControlInputs } from './inputs.ts';
import { namedPartHandler } from './named-part.ts';

export function accessControlHandler(
  { accountId }: CloudContext,
  configuration: CloudFrontConfiguration,
): Handler {
  return namedPartHandler({
    type: 'aws:cloudfront/originAccessControl:OriginAccessControl',
    inputs: originAccessControlInputs,
    parts: configuration.accessControls,
    newId: cloudFrontId,
    arn: (id) => `arn:aws:cloudfront::${accountId}:origin-access-control/${id}`,
    inUse: (id) =>
      configuration.inUse(({ origins }) =>
        origins.some(({ originAccessControlId }) => originAccessControlId === id),
      ),
    codes: { taken: 'OriginAccessControlAlreadyExists', inUse: 'OriginAccessControlInUse' },
    what: 'origin access control',
  });
}
