// ClientRequestToken: a transaction that is sent again within ten minutes is not done again.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
import { TransactionError } from './refusal.ts';

const VALID_MS = 10 * 60_000;
const MAX_TOKENS = 10_000;

export interface Tokens {
  /** Whether the transaction was done already. Throws where the token belongs to another one. */
  isDone(token: string | undefined, input: string): boolean;
  done(token: string | undefined, input: string): void;
}

export function createTokens(clock: () => number = Date.now): Tokens {
  // In the order of their time.
  const known = new Map<string, { readonly input: string; readonly until: number }>();
  return {
    isDone(token, input) {
      const found = token === undefined ? undefined : known.get(token);
      if (found === undefined || clock() >= found.until) return false;
      if (found.input === input) return true;
      throw new TransactionError(
        'IdempotentParameterMismatchException',
        'Client request token was used with different parameters',
      );
    },
    done(token, input) {
      if (token === undefined) return;
      known.delete(token);
      known.set(token, { input, until: clock() + VALID_MS });
      if (known.size > MAX_TOKENS) known.delete(known.keys().next().value as string);
    },
  };
}
