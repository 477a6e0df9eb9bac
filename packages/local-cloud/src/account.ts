// The account of the local cloud, and the AWS provider's check of the accounts that a stack allows.

/** AWS's documentation has this account number in its examples. */
export const ACCOUNT_ID = '123456789012';

/** `VerifyAccountIDAllowed` in aws-sdk-go-base's internal/config/config.go: an empty list allows every account. */
export function assertAccountAllowed(allowedAccountIds: readonly string[] = [], account = ACCOUNT_ID): void {
  if (allowedAccountIds.length > 0 && !allowedAccountIds.includes(account))
    throw new Error(`AWS account ID not allowed: ${account}`);
}
