// Reads the contract from its YAML file, for the build and for a server under Node.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { stringifyJson } from './http/json.ts';

const contractFile = fileURLToPath(new URL('./openapi.yaml', import.meta.url));

/** `openapi.yaml` as JSON text; its int64 bounds stay exact. */
export function readContract(): string {
  return stringifyJson(parse(readFileSync(contractFile, 'utf8'), { intAsBigInt: true }));
}
