// The problems of a stack's file as text, by what the command does with the file.
import type { ProblemsError } from '../../infra/config/problem.ts';

/** Ends the heading of infra/config/problem.ts: whoever deploys or edits needs to know it. */
const UNCHANGED = '; nothing was changed.';

/** For a command that only reads, and changes nothing in any case. */
export function whenRead({ message }: ProblemsError): string {
  return message.replace(UNCHANGED, '.');
}
