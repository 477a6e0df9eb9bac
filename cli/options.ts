// Options that several commands have: ports as commander parses them, `--format`, and `--region`.
import { InvalidArgumentError } from 'commander';
import { regionRefusal } from '../infra/config/regions.ts';
import { UsageError } from './usage-error.ts';

/** A port to listen on; 0 is a free one. Throws InvalidArgumentError for any other text. */
export function listeningPort(text: string): number {
  return portFrom(0, text, 'A port is a whole number from 1 to 65535, or 0 for a free one.');
}

/** The port of a server that exists. Throws InvalidArgumentError for any other text. */
export function serversPort(text: string): number {
  return portFrom(1, text, 'A port is a whole number from 1 to 65535.');
}

function portFrom(first: number, text: string, message: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= first && value <= 65_535) return value;
  throw new InvalidArgumentError(message);
}

/** Throws UsageError for what is neither text nor json. */
export function checkFormat(format: string): asserts format is 'text' | 'json' {
  if (format === 'text' || format === 'json') return;
  throw new UsageError(`--format is text or json, not ${format}.`, 'for example --format json');
}

/** Throws UsageError for what is not a region of AWS: its endpoints have no address, and the request would time out. */
export function assertRegion(region: string): void {
  const refusal = regionRefusal(region);
  if (refusal !== undefined) throw new UsageError(`--region: ${refusal.what}.`, refusal.fix);
}
