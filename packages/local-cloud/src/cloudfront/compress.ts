// Compression at the edge: of which responses, in which encoding, with the last results kept.
// https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/ServingCompressedFiles.html
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

/** Bytes: smaller and larger bodies are not compressed. */
const MIN_BYTES = 1_000;
const MAX_BYTES = 10_000_000;
/** A fast quality, as for a server under load: slower ones gain a few percent. */
const BROTLI_QUALITY = 5;
const MAX_KEPT = 64;

/** Those types of CloudFront's list that sites have. */
const COMPRESSIBLE = new Set([
  'application/javascript',
  'application/json',
  'application/manifest+json',
  'application/xml',
  'image/svg+xml',
  'text/css',
  'text/csv',
  'text/html',
  'text/javascript',
  'text/markdown',
  'text/plain',
  'text/xml',
]);

export function compressible(contentType: string, bytes: number): boolean {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  return bytes >= MIN_BYTES && bytes <= MAX_BYTES && COMPRESSIBLE.has(type);
}

/** Brotli where the viewer accepts both; undefined where it accepts neither. RFC 9110 12.5.3. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding | undefined {
  const accepted = new Map(
    (acceptEncoding ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return [name, quality === undefined ? 1 : Number(quality.slice(2))];
    }),
  );
  const accepts = (encoding: Encoding) => (accepted.get(encoding) ?? accepted.get('*') ?? 0) > 0;
  if (accepts('br')) return 'br';
  return accepts('gzip') ? 'gzip' : undefined;
}

/** Compresses each body once for each encoding; keeps the last few. */
export class Compressor {
  readonly #kept = new Map<string, Promise<Buffer>>();

  /** `etag` names the body. */
  compress(etag: string, body: Buffer, encoding: Encoding): Promise<Buffer> {
    const key = `${encoding} ${etag}`;
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const compressed = encoding === 'br' ? brotli(body) : promisify(gzip)(body);
    this.#kept.set(key, compressed);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return compressed;
  }
}

function brotli(body: Buffer): Promise<Buffer> {
  return promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
}
