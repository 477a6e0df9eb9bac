// One web page of a host, read from an address that DNS gave: plain HTTP, one request, bounded in time and size.
// Never over TLS: a platform has no certificate for a host that nobody has claimed.
export type WebPage =
  | { readonly kind: 'page'; readonly status: number; readonly body: string }
  | { readonly kind: 'failed'; readonly detail: string };

export interface WebPageOptions {
  readonly port: number;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** The texts that tell a platform's page stand near its start. */
const MAX_BYTES = 64 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;

/** `GET /` with that Host. Redirects are not followed. Never rejects. */
export async function readWebPage(address: string, host: string, options: WebPageOptions): Promise<WebPage> {
  const { port, timeoutMs, signal } = options;
  // Loaded here alone: with it comes Node's fetch, 14 MB, and few hosts have a page to read.
  const { request } = await import('node:http');
  const limit = AbortSignal.timeout(timeoutMs);
  const stop = signal === undefined ? limit : AbortSignal.any([limit, signal]);
  return new Promise((resolve) => {
    const fail = (error: Error) =>
      resolve({ kind: 'failed', detail: failure(limit.aborted, timeoutMs, error) });
    const headers = { host, 'user-agent': 'custom-domains (checks where a DNS record leads)' };
    const sent = request(
      {
        host: address,
        port,
        path: '/',
        headers,
        agent: false,
        signal: stop,
        maxHeaderSize: MAX_HEADER_BYTES,
      },
      (response) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        const end = () => {
          const body = Buffer.concat(chunks).toString('utf8').slice(0, MAX_BYTES);
          resolve({ kind: 'page', status: response.statusCode ?? 0, body });
          response.destroy();
        };
        response.on('error', fail);
        response.on('end', end);
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          bytes += chunk.length;
          if (bytes >= MAX_BYTES) end();
        });
      },
    );
    sent.on('error', fail);
    sent.end();
  });
}

function failure(isLate: boolean, timeoutMs: number, error: Error): string {
  return isLate ? `did not respond within ${timeoutMs / 1000} s` : `failed (${error.message})`;
}
