// The keys of the root zone, from which everything is validated: those that IANA publishes, or those of a file.
import type { Ds } from './records.ts';

/** IANA, https://data.iana.org/root-anchors/root-anchors.xml, read in November 2026: the root's key signing keys of 2017 (20326) and of
 * 2024 (38696, in use from October 2026). Both are RSASHA256, as digests of SHA-256. */
const IANA = `20326 8 2 e06d44b80b8f1d39a95c0b0d7c65d08458e880409bbc683457104237c7f8ec8d
38696 8 2 683d2d0acb8c9b712a1948b27f741219298d0a450d612c483af444a4c0fb2b16`;

/** `20326 8 2 E06D…`, with what a zone file has in front of it: the owner, a TTL, the class and the type. */
const LINE = /^(?:\.\s+(?:\d+\s+)?(?:IN\s+)?DS\s+)?(\d+)\s+(\d+)\s+(\d+)\s+([0-9a-f][0-9a-f\s]*)$/i;

/** The form of IANA's file (RFC 7958 2.1), or DS records, one a line. Undefined: it is neither, or no key of it is valid now. */
export function parseRootKeys(text: string, now = Date.now()): readonly Ds[] | undefined {
  const lines = /<TrustAnchor\b/.test(text) ? linesOfXml(text, now) : text.split('\n');
  const written = lines?.map((line) => line.replace(/;.*/, '').trim()).filter(Boolean) ?? [];
  const keys = written.map(readKey).filter((key) => key !== undefined);
  return keys.length === 0 || keys.length < written.length ? undefined : keys;
}

/** RFC 4034 5.1.4, RFC 4509, RFC 6605: the octets of SHA-1, SHA-256 and SHA-384. */
const OCTETS: Readonly<Record<string, number>> = { 1: 20, 2: 32, 4: 48 };

function readKey(line: string): Ds | undefined {
  const [, tag, algorithm, digestType = '', digits = ''] = LINE.exec(line) ?? [];
  const digest = Buffer.from(digits.replace(/\s/g, ''), 'hex');
  if (!(Number(tag) <= 0xffff && Number(algorithm) <= 0xff)) return undefined;
  if (digest.length !== OCTETS[digestType]) return undefined;
  return { keyTag: Number(tag), algorithm: Number(algorithm), digestType: Number(digestType), digest };
}

/** RFC 7958 2.1.3: a digest counts from `validFrom` to `validUntil`, where it has them. */
function linesOfXml(text: string, now: number): string[] | undefined {
  const plain = text.replace(/<!--.*?-->/gs, '');
  const textOf = (name: string, of: string) =>
    new RegExp(`<${name}>\\s*(.*?)\\s*</${name}>`, 's').exec(of)?.[1];
  if (textOf('Zone', plain) !== '.') return undefined;
  return [...plain.matchAll(/<KeyDigest\b([^>]*)>(.*?)<\/KeyDigest>/gs)].flatMap(
    ([, head = '', body = '']) => {
      const [from, until] = ['validFrom', 'validUntil'].map((name) =>
        Date.parse(new RegExp(`\\b${name}="([^"]*)"`).exec(head)?.[1] ?? ''),
      );
      if (now < (from || 0) || now > (until || Number.POSITIVE_INFINITY)) return [];
      return [['KeyTag', 'Algorithm', 'DigestType', 'Digest'].map((name) => textOf(name, body)).join(' ')];
    },
  );
}

export const IANA_ROOT_ANCHORS: readonly Ds[] = parseRootKeys(IANA) ?? [];
