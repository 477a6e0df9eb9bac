// Why a release did not reach its end.

export type ReleaseProblem =
  /** Another release is under way. */
  | 'under-way'
  /** CodeDeploy went back to the version before. */
  | 'went-back'
  /** A person took the version back. */
  | 'taken-back'
  /** There is no version to go back to. */
  | 'nothing-before';

/** The message says what happened and what to do. */
export class ReleaseError extends Error {
  readonly code: ReleaseProblem;

  constructor(code: ReleaseProblem, message: string) {
    super(message);
    this.name = 'ReleaseError';
    this.code = code;
  }
}
