// The account that the local cloud is, and what the AWS provider does where a stack allows other accounts only.

/** The one of AWS's documentation. */
export const ACCOUNT_ID = '123456789012';

/** `VerifyAccountIDAllowed` in aws-sdk-go-base's internal/config/config.go: nothing allowed is everything allowed. */
export function assertAccountAllowed(allowedAccountIds: readonly string[] = []): void {
  if (allowedAccountIds.length > 0 && !allowedAccountIds.includes(ACCOUNT_ID))
    throw new Error(`AWS account ID not allowed: ${ACCOUNT_ID}`);
}
