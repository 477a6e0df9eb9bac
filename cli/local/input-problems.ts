// What is wrong with the options, the stack's file or the zone file of the local internet, as text.
import { ZoneFileError } from '@petstore/local-cloud/dns/zone-file-error';
import { formatProblems, ProblemsError } from '../../infra/config/problem.ts';
import { UsageError } from '../usage-error.ts';

/** Undefined for any other error. `outcome` ends the heading of the zone file's problems. */
export function inputProblems(error: unknown, outcome?: string): string | undefined {
  if (error instanceof ProblemsError || error instanceof UsageError) return error.message;
  if (error instanceof ZoneFileError) return formatProblems(error.file, error.problems, outcome);
  return undefined;
}
