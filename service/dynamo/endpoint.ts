// DynamoDB's address in each region, as the AWS SDK has it: a test compares the two for every region that the SDK knows.

/** The regions of a partition begin alike, and have a domain of their own; all others are in amazonaws.com. */
const DNS_SUFFIXES: readonly (readonly [prefix: string, suffix: string])[] = [
  ['cn-', 'amazonaws.com.cn'],
  ['eusc-', 'amazonaws.eu'],
  ['us-iso-', 'c2s.ic.gov'],
  ['us-isob-', 'sc2s.sgov.gov'],
  ['eu-isoe-', 'cloud.adc-e.uk'],
  ['us-isof-', 'csp.hci.ic.gov'],
];

/** `https://dynamodb.eu-west-1.amazonaws.com`. */
export function dynamodbEndpoint(region: string): string {
  const [, suffix = 'amazonaws.com'] = DNS_SUFFIXES.find(([prefix]) => region.startsWith(prefix)) ?? [];
  return `https://dynamodb.${region}.${suffix}`;
}
