// The trust policy of a role that a service of AWS assumes.

/** `service`: its principal, such as `lambda.amazonaws.com`. */
export function trustPolicy(service: string): string {
  return JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Principal: { Service: service }, Action: 'sts:AssumeRole' }],
  });
}
