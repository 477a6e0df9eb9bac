// Where trust starts: the keys of the root zone, as DS records.
import type { Ds } from './records.ts';

/**
 * IANA, https://data.iana.org/root-anchors/root-anchors.xml, read in November 2026: the root's key signing keys of 2017
 * (20326) and of 2024 (38696, in use from October 2026). Both are RSASHA256, as digests of SHA-256.
 */
export const IANA_ROOT_ANCHORS: readonly Ds[] = [
  anchor(20326, 'e06d44b80b8f1d39a95c0b0d7c65d08458e880409bbc683457104237c7f8ec8d'),
  anchor(38696, '683d2d0acb8c9b712a1948b27f741219298d0a450d612c483af444a4c0fb2b16'),
];

function anchor(keyTag: number, digest: string): Ds {
  return { keyTag, algorithm: 8, digestType: 2, digest: Buffer.from(digest, 'hex') };
}
