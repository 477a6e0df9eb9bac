// Why a release did not reach its end.
import { printable, type Shown } from '@petstore/custom-domains/output';

/** `other-account`: the credentials are not of the function's. `nothing-before`: no version to go back to. */
type ReleaseProblem = 'other-account' | 'under-way' | 'went-back' | 'taken-back' | 'nothing-before';

/** The message says what happened and what to do. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
  readonly code: ReleaseProblem;

  constructor(code: ReleaseProblem, text: Shown) {
    super(printable(text));
    this.code = code;
  }
}
