// What is wrong with the options, the stack's file or the zone file of the local internet, as text.
import { ZoneFileError } from '@petstore/local-cloud/dns/zone-file-error';
import { formatProblems, ProblemsError } from '../../infra/config/problem.ts';
import { UsageError } from '../usage-error.ts';

/** Undefined for any other error. */
export function inputProblems(error: unknown): string | undefined {
  if (error instanceof ProblemsError || error instanceof UsageError) return error.message;
  if (error instanceof ZoneFileError) return formatProblems(error.file, error.problems);
  return undefined;
}
