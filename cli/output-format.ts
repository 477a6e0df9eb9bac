// `--format` of the commands that print text or JSON.
import { UsageError } from './usage-error.ts';

/** Throws UsageError for what is neither text nor json. */
export function checkFormat(format: string): asserts format is 'text' | 'json' {
  if (format === 'text' || format === 'json') return;
  throw new UsageError(`--format is text or json, not ${format}.`, 'for example --format json');
}
