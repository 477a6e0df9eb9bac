// What CloudFront stores: distributions, and the functions and policies that they refer to; and identifiers in its form.
import type { CloudContext } from '../context.ts';
import type { Ingress } from '../ingress/ingress.ts';
import type { Certificates, Names } from '../interfaces.ts';
import { randomId } from '../random-id.ts';
import type { Stored } from '../resources/stored.ts';
import type { Buckets } from '../s3/index.ts';
import type {
  DistributionInputs,
  FunctionInputs,
  KeyInputs,
  KeyValueStoreInputs,
  ResponseHeadersPolicyInputs,
} from './inputs.ts';

interface Versioned {
  readonly arn: string;
  readonly etag: string;
}

export type StoredDistribution = Stored<
  DistributionInputs,
  Versioned & { readonly domainName: string; readonly hostedZoneId: string; readonly callerReference: string }
>;

export type CloudFrontConfiguration = ReturnType<typeof createConfiguration>;

export interface CloudFrontDeps {
  readonly context: CloudContext;
  readonly configuration: CloudFrontConfiguration;
  readonly ingress: Ingress;
  readonly certificates: Certificates;
  readonly names: Names;
  readonly buckets: Buckets;
}

export function createConfiguration({ store }: Pick<CloudContext, 'store'>) {
  const of = <Inputs, Computed = Versioned>(name: string) =>
    store.collection<Stored<Inputs, Computed>>(`cloudfront/${name}`);
  const distributions = store.collection<StoredDistribution>('cloudfront/distributions');
  const functions = of<FunctionInputs>('functions');
  const headersPolicies = of<ResponseHeadersPolicyInputs>('response-headers-policies');
  /** By their ARNs. */
  const stores = of<KeyValueStoreInputs>('key-value-stores');
  /** By the ARN of the store, a comma and the key. */
  const keys = of<KeyInputs, object>('key-value-pairs');
  return {
    ...{ distributions, functions, headersPolicies, stores, keys },
    /** What the function reads with `cf.kvs()`; undefined where it has no store. */
    pairsOf(arn: string | undefined): Readonly<Record<string, string>> | undefined {
      if (arn === undefined) return undefined;
      const own = keys.values().filter(({ inputs }) => inputs.keyValueStoreArn === arn);
      return Object.fromEntries(own.map(({ inputs }) => [inputs.key, inputs.value]));
    },
    byHost: (host: string) =>
      distributions
        .values()
        .find(({ inputs, computed }) => computed.domainName === host || inputs.aliases.includes(host)),
    /** How many distributions `refers` is true for, without the one of the id. */
    count: (refers: (inputs: DistributionInputs) => boolean, without?: string): number =>
      distributions.values().filter(({ id, inputs }) => id !== without && refers(inputs)).length,
    functionByArn: (arn: string) => functions.values().find(({ computed }) => computed.arn === arn),
  };
}

export const hasFunction = ({ defaultCacheBehavior: one }: DistributionInputs, arn: string) =>
  one.functionAssociations?.some(({ functionArn }) => functionArn === arn) === true;

export const hasHeadersPolicy = ({ defaultCacheBehavior }: DistributionInputs, id: string) =>
  defaultCacheBehavior.responseHeadersPolicyId === id;

/** `E` and 13 capitals or digits: distributions, and versions (ETags) of anything. */
export function cloudFrontId(): string {
  return `E${randomId(13).toUpperCase()}`;
}

/** Of every account: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html */
export const MANAGED_CACHE_POLICIES: ReadonlySet<string> = new Set([
  '658327ea-f89d-4fab-a63d-7e88639e58f6',
  'b2884449-e4de-46a7-ac36-70bc7f1ddd6d',
  '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
]);
