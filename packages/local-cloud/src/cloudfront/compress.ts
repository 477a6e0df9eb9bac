// Compression at the edge: which answers, which encoding, and the results kept for a while.
// https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/ServingCompressedFiles.html
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

/** Bytes: smaller and larger bodies go out as they are. */
const LEAST = 1_000;
const MOST = 10_000_000;
/** As a server under load would: the slower qualities gain a few percent. */
const BROTLI_QUALITY = 5;
const KEPT = 64;

/** The part of CloudFront's list of content types that sites have. */
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
  return bytes >= LEAST && bytes <= MOST && COMPRESSIBLE.has(type);
}

/** Brotli where the viewer takes both; undefined where it takes neither. RFC 9110 12.5.3. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding | undefined {
  const accepted = new Map(
    (acceptEncoding ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return [name, quality === undefined ? 1 : Number(quality.slice(2))];
    }),
  );
  const takes = (encoding: Encoding) => (accepted.get(encoding) ?? accepted.get('*') ?? 0) > 0;
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : undefined;
}

/** Compresses each body once for each encoding; keeps the last few. */
export class Compressor {
  readonly #kept = new Map<string, Promise<Buffer>>();

  /** `etag` names the body. */
  compress(etag: string, body: Buffer, encoding: Encoding): Promise<Buffer> {
    const key = `${encoding} ${etag}`;
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const made = encoding === 'br' ? brotli(body) : promisify(gzip)(body);
    this.#kept.set(key, made);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return made;
  }
}

function brotli(body: Buffer): Promise<Buffer> {
  return promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
}
