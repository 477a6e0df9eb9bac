// The contract as JSON text, as a server under Node reads it. The build puts the text itself in this file's place.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { stringifyJson } from './http/json.ts';

export const contractFile = fileURLToPath(new URL('./openapi.yaml', import.meta.url));

/** Reads `openapi.yaml` again; its int64 bounds stay exact. */
export function readContract(): string {
  return stringifyJson(parse(readFileSync(contractFile, 'utf8'), { intAsBigInt: true }));
}

export const contract: string = readContract();
