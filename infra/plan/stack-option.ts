// The option of a printed command that names its stack.
import { shellWord } from '@petstore/custom-domains/output';

/** For a printed command: the local stack is the default while it is served. */
export function stackOption(stack: string): string {
  return stack === 'local' ? '' : ` --stack ${shellWord(stack)}`;
}
