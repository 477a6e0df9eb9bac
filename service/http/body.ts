// Reads a JSON request body (limited in size, UTF-8 only, integers lossless), and the checks that several records share.
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import { ApiError, quote } from './errors.ts';
import { INT64_MAX, INT64_MIN, isInt64 } from './int64.ts';
import { parseJson } from './json.ts';

/** Bytes. */
export const MAX_BODY = 100 * 1024;
const JSON_TYPE = 'application/json';

function refuseMediaType(message: string): never {
  throw new ApiError(415, 'unsupported_media_type', message);
}

/** RFC 8259 section 8.1: JSON between systems is UTF-8, so a charset is not needed and no other is taken. */
function checkMediaType(request: IncomingMessage): void {
  const given = request.headers['content-type']?.trim() ?? '';
  // As nearly every client sends it: the parser takes longer than the rest of this function.
  if (given !== JSON_TYPE) checkJsonType(given);
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    refuseMediaType(`Send the body as it is, without "Content-Encoding: ${encoding}"`);
}

function checkJsonType(given: string): void {
  const type = parseMediaType(given);
  if (type?.essence !== JSON_TYPE) {
    const found = given === '' ? 'none is given' : `not ${type?.essence ?? given}`;
    refuseMediaType(`Send the body as JSON, with "Content-Type: ${JSON_TYPE}" (${found})`);
  }
  const charset = type.params.get('charset');
  if (charset && !/^utf-?8$/i.test(charset)) refuseMediaType(`Send the body in UTF-8, not ${charset}`);
}

/** Undefined where the header is not a media type (WHATWG MIME Sniffing 4.4). */
function parseMediaType(header: string): MIMEType | undefined {
  try {
    return new MIMEType(header);
  } catch {
    return undefined;
  }
}

function readBytes(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      // The rest is read and dropped, so that the client receives the response.
      if (size <= MAX_BODY) chunks.push(chunk);
    });
    request.once('end', () => {
      if (size <= MAX_BODY) resolve(Buffer.concat(chunks, size));
      else
        reject(
          new ApiError(413, 'body_too_large', `The body has ${size} bytes; at most ${MAX_BODY} are taken`),
        );
    });
    request.once('error', reject);
  });
}

/** `value`: parsed; whole numbers are bigint. Throws the ApiError of the response (400, 413 or 415). */
export async function readJsonBody(request: IncomingMessage) {
  checkMediaType(request);
  const bytes = await readBytes(request);
  if (bytes.length === 0) throw new ApiError(400, 'invalid_json', 'The body is empty: send a JSON object');
  if (!isUtf8(bytes)) throw new ApiError(400, 'invalid_json', 'The body is not UTF-8');
  try {
    return { value: parseJson(bytes.toString('utf8')), bytes };
  } catch (error) {
    if (error instanceof RangeError) throw new ApiError(400, 'invalid_json', 'The body is nested too deeply');
    throw new ApiError(400, 'invalid_json', `The body is not JSON: ${(error as Error).message}`);
  }
}

// Checks of a parsed body, or query. Each returns what is wrong, or undefined.

const MAX_NAMED = 10;

export function isOneOf<Value>(values: readonly Value[], value: unknown): value is Value {
  return (values as readonly unknown[]).includes(value);
}

export function checkWholeNumber(
  name: string,
  value: unknown,
  { min = INT64_MIN, max = INT64_MAX }: { readonly min?: bigint; readonly max?: bigint } = {},
): string | undefined {
  if (value === undefined) return `${name} is missing`;
  if (isInt64(value) && value >= min && value <= max) return undefined;
  return `${name} must be a whole number from ${min} to ${max}, not ${quote(value)}`;
}

/** `what`: `an animal is sent`. */
export function checkMembers(body: object, known: ReadonlySet<string>, what: string): string | undefined {
  const unknown = Object.keys(body).filter((member) => !known.has(member));
  if (unknown.length === 0) return undefined;
  const named = unknown.slice(0, MAX_NAMED).map(quote).join(', ');
  const more = unknown.length > MAX_NAMED ? ` and ${unknown.length - MAX_NAMED} more` : '';
  return `leave out ${named}${more}: ${what} with ${[...known].join(', ')}`;
}

export function asObject(body: unknown, members: string): Record<string, unknown> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    return body as Record<string, unknown>;
  throw new ApiError(400, 'invalid_body', `The body must be a JSON object with ${members}`);
}

/** Throws a 400 that names everything wrong. */
export function refuseProblems(problems: readonly (string | undefined)[]): void {
  const found = problems.filter((problem) => problem !== undefined);
  if (found.length > 0) throw new ApiError(400, 'invalid_body', found.join('; '));
}
