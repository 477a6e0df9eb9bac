// The regions of AWS's partition `aws`, as a table, because what decides loads no provider.
import { closest } from '@petstore/custom-domains/names';
import { type Refusal, show } from './scalars.ts';

/** To be extended where AWS opens a region: a test compares them with @pulumi/aws, and the JSON Schema for editors lists them. */
export const AWS_REGIONS: readonly string[] = `
  af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2
  ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6
  ap-southeast-7 ca-central-1 ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2
  eu-west-1 eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 me-west-1 mx-central-1 sa-east-1
  sa-west-1 us-east-1 us-east-2 us-west-1 us-west-2
`
  .trim()
  .split(/\s+/);

/** How the regions of the other partitions begin (botocore 1.44.8, data/partitions.json). */
const OTHER_PARTITIONS = /^(cn|us-gov|eusc|us-iso[bf]?|eu-isoe)-/;

export function regionRefusal(given: unknown): Refusal | undefined {
  if (typeof given === 'string' && AWS_REGIONS.includes(given)) return undefined;
  if (typeof given === 'string' && OTHER_PARTITIONS.test(given)) {
    const what = `${show(given)} is in another partition of AWS, without us-east-1, where CloudFront's certificates and metrics are`;
    return { code: 'other-partition', what, fix: 'name a region of the partition aws, like eu-west-1' };
  }
  const near = typeof given === 'string' ? closest(given, AWS_REGIONS) : undefined;
  const fix =
    near === undefined ? `write it like eu-west-1; ${IF_NEW}` : `did you mean "${near}"? Else, ${IF_NEW}`;
  return { code: 'bad-region', what: `${show(given)} is not a region of AWS`, fix };
}

/** A misspelled region is much likelier than a new one, and a deployment to it fails only after minutes. */
const IF_NEW = 'if AWS has opened it since, add it to infra/config/regions.ts';
