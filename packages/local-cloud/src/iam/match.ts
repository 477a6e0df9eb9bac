// IAM's comparison of actions, ARNs and text with patterns. The tests compare it with @cloud-copilot/iam-simulate.

/** `*` matches any characters, `?` exactly one; any other character matches itself. */
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
 * Segment by segment: a wildcard does not match a colon, and an absent segment matches anything
 * (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_resource.html). The type of
 * the resource is matched literally (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html).
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
 * `ArnLike` and `ArnEquals`, which are the same: segment by segment, and no segment may be absent
 * (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html).
 */
export function matchesArn(pattern: string, arn: string): boolean {
  const wanted = partsOf(pattern);
  const given = partsOf(arn);
  if (wanted.length < ARN_PARTS || given.length < ARN_PARTS) return false;
  return wanted.every((part, i) => matches(part, given[i] ?? ''));
}

/** `arn:partition:service:region:account:resource`; the last may contain colons. */
const ARN_PARTS = 6;

function partsOf(arn: string): string[] {
  const parts = arn.split(':');
  return [...parts.slice(0, ARN_PARTS - 1), parts.slice(ARN_PARTS - 1).join(':')].slice(0, parts.length);
}

/** `table/` of `table/orders`; S3's ARNs have no type. */
function typeOf([, , service, region, account, resource = '']: readonly string[]): string {
  if (service === 's3' && region === '' && account === '') return '';
  return resource.slice(0, resource.search(/[/:]/) + 1);
}
