// Errors of transactions, in the form of DynamoDB's JSON protocol.

export interface Reason {
  readonly Code: string;
  readonly Message?: string;
  readonly Item?: object;
}

export const NO_REASON: Reason = { Code: 'None' };
export const CONFLICT: Reason = {
  Code: 'TransactionConflict',
  Message: 'Transaction is ongoing for the item',
};

/** The request is not done; `body` is the error that its client receives, with status 400. */
export class TransactionError extends Error {
  readonly code: string;
  readonly body: object;

  constructor(
    code: string,
    message: string,
    more: object = {},
    namespace = 'com.amazonaws.dynamodb.v20120810',
  ) {
    super(message);
    this.name = 'TransactionError';
    this.code = code;
    this.body = { __type: `${namespace}#${code}`, Message: message, message, ...more };
  }
}

export function invalid(message: string): TransactionError {
  return new TransactionError('ValidationException', message, {}, 'com.amazon.coral.validate');
}

/** TransactionCanceledException: one reason for each action, in their order. */
export function cancelled(reasons: readonly Reason[]): TransactionError {
  const codes = reasons.map(({ Code }) => Code).join(', ');
  return new TransactionError(
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    { CancellationReasons: reasons },
  );
}
