// The first request: the stack is ready when a client gets a 200 over HTTPS.
import type { Ready } from '../local-files.ts';
import { ask } from './request.ts';

/** Throws where the API responds with another status than 200. */
export async function firstResponse(
  { apiUrl, apiKey: key }: Ready,
  authorityPem: string,
  signal: AbortSignal,
): Promise<void> {
  const url = `${apiUrl}/pets?limit=1`;
  const { status } = await ask({ url, authorityPem, key, signal });
  if (status === 200) return;
  throw new Error(`the API responded to its first request with ${status}: ${new URL(url).origin}`);
}
