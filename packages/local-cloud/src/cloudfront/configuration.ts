// What CloudFront stores: distributions, and the functions and policies that they refer to.
import type { CloudContext } from '../context.ts';
import type { Collection } from '../store.ts';
import type { DistributionInputs } from './distribution-inputs.ts';
import type { FunctionInputs, ResponseHeadersPolicyInputs } from './inputs.ts';

interface Stored<Inputs, Computed> {
  readonly inputs: Inputs;
  readonly computed: Computed;
}

export type StoredDistribution = Stored<
  DistributionInputs,
  {
    readonly arn: string;
    readonly domainName: string;
    readonly hostedZoneId: string;
    readonly status: 'Deployed';
    readonly etag: string;
    readonly callerReference: string;
    readonly lastModifiedTime: string;
  }
>;
export type StoredFunction = Stored<
  FunctionInputs,
  { readonly arn: string; readonly etag: string; readonly liveStageEtag: string; readonly status: string }
>;
export type StoredPart<Inputs> = Stored<Inputs, { readonly arn: string; readonly etag: string }>;

export class CloudFrontConfiguration {
  readonly distributions: Collection<StoredDistribution>;
  /** By name. */
  readonly functions: Collection<StoredFunction>;
  readonly headersPolicies: Collection<StoredPart<ResponseHeadersPolicyInputs>>;

  constructor({ store }: CloudContext) {
    this.distributions = store.collection('cloudfront-distributions');
    this.functions = store.collection('cloudfront-functions');
    this.headersPolicies = store.collection('cloudfront-response-headers-policies');
  }

  functionByArn(arn: string): StoredFunction | undefined {
    return this.functions.values().find(({ computed }) => computed.arn === arn);
  }

  /** Whether `refers` is true for any distribution. */
  inUse(refers: (inputs: DistributionInputs) => boolean): boolean {
    return this.distributions.values().some(({ inputs }) => refers(inputs));
  }
}
