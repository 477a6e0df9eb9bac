// The certificate of a host, with the tag of a request that takes the place of another one.
import { Certificate } from '@pulumi/aws/acm/certificate.js';
import * as pulumi from '@pulumi/pulumi';
import { KEY_ALGORITHM } from './ended-request.ts';
import type { Tags } from './tags.ts';

/**
 * The certificate's tag that names the ended request which it replaces: `FAILED:<id>`. Pulumi's `replacementTrigger`
 * has the same value, which replaces the certificate once; each later run reads it from the state, where it is the
 * same and replaces nothing.
 */
export const RETRY_TAG = 'retry-of';

/** The first request's `replacementTrigger`: one that is absent would never differ from a later one. */
const FIRST_REQUEST = 'first';

export interface HostCertificateArgs {
  readonly host: string;
  /** Undefined: that of the component's provider. */
  readonly region: string | undefined;
  readonly retryOf: pulumi.Input<string | undefined>;
  readonly tags?: Tags;
}

export function hostCertificate(
  name: string,
  { host, region, retryOf, tags }: HostCertificateArgs,
  opts: pulumi.CustomResourceOptions,
): Certificate {
  const replaced = pulumi.output(retryOf);
  return new Certificate(
    name,
    {
      domainName: host,
      validationMethod: 'DNS',
      keyAlgorithm: KEY_ALGORITHM,
      region,
      tags: pulumi
        .all([replaced, tags])
        .apply(([id, given]) => ({ ...given, ...(id && { [RETRY_TAG]: id }) })),
    },
    { ...opts, replacementTrigger: replaced.apply((id) => id ?? FIRST_REQUEST) },
  );
}
