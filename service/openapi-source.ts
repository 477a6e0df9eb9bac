// Reads the contract from its YAML file, for the build and for a server under Node.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LineCounter, parseDocument } from 'yaml';
import { stringifyJson } from './http/json.ts';

const contractFile = fileURLToPath(new URL('./openapi.yaml', import.meta.url));

/** `openapi.yaml` as JSON text; its int64 bounds stay exact. Throws SyntaxError, whose message names the file and the place. */
export function readContract(): string {
  const lineCounter = new LineCounter();
  const document = parseDocument(readFileSync(contractFile, 'utf8'), {
    intAsBigInt: true,
    prettyErrors: false,
    lineCounter,
  });
  // What the parser reports after the first error is mostly a consequence of it.
  const [error] = document.errors;
  if (error === undefined) return stringifyJson(document.toJS());
  const { line, col } = lineCounter.linePos(error.pos[0]);
  throw new SyntaxError(`service/openapi.yaml:${line}:${col}: ${error.message}`, { cause: error });
}
