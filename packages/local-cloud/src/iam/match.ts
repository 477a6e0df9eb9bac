// How IAM compares actions, ARNs and text with patterns. Held to @cloud-copilot/iam-simulate by the tests.

/** `*` any run of characters, `?` any one; all else is itself. */
export function matches(pattern: string, value: string, flags = ''): boolean {
  const escaped = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${escaped}$`, `s${flags}`).test(value);
}

/** `dynamodb:Get*`, without regard to case. */
export function matchesAction(pattern: string, action: string): boolean {
  return matches(pattern, action, 'i');
}

/**
 * Part by part: a wildcard stands within one segment, between two colons, and segments that are left out are any
 * (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_resource.html). What stands for the
 * type of resource is taken as it is written (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html).
 */
export function matchesResource(pattern: string, resource: string): boolean {
  if (pattern === '*') return true;
  const wanted = partsOf(pattern);
  const given = partsOf(resource);
  if (given.length < ARN_PARTS) return false;
  while (wanted.length < ARN_PARTS) wanted.push('*');
  const type = typeOf(wanted);
  const [wantedName = '', givenName = ''] = [wanted.pop(), given.pop()];
  return (
    wanted.every((part, i) => matches(part, given[i] ?? '')) &&
    givenName.startsWith(type) &&
    matches(wantedName.slice(type.length), givenName.slice(type.length))
  );
}

/**
 * `ArnLike` and `ArnEquals`, which are the same: part by part, and no part may be missing
 * (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html).
 */
export function matchesArn(pattern: string, arn: string): boolean {
  const wanted = partsOf(pattern);
  const given = partsOf(arn);
  if (wanted.length < ARN_PARTS || given.length < ARN_PARTS) return false;
  return wanted.every((part, i) => matches(part, given[i] ?? ''));
}

/** `arn:partition:service:region:account:resource`; the last may hold colons. */
const ARN_PARTS = 6;

function partsOf(arn: string): string[] {
  const parts = arn.split(':');
  return [...parts.slice(0, ARN_PARTS - 1), parts.slice(ARN_PARTS - 1).join(':')].slice(0, parts.length);
}

/** `table/` of `table/orders`; S3's ARNs name no type. */
function typeOf([, , service, region, account, resource = '']: readonly string[]): string {
  if (service === 's3' && region === '' && account === '') return '';
  return resource.slice(0, resource.search(/[/:]/) + 1);
}
