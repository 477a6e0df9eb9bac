// The local certificate authority. Its root is constrained to names that no public site has.
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { Store } from '../store.ts';
import { DAY_MS, newKey } from './certificate-record.ts';
import { extension, type Signer, signCertificate } from './x509.ts';

/** RFC 6761: never on the public internet, so it is safe to trust the root. */
export const PERMITTED_DOMAINS = ['localhost', 'test', 'example', 'invalid'];

const ROOT_DAYS = 3650;
/** The lifetime of ACM's public certificates since February 2026. */
const LEAF_DAYS = 198;
const MAX_COMMON_NAME = 64;
const ROOT_NAME = 'local cloud root';

/** Bits of keyUsage (RFC 5280 4.2.1.3). */
const USAGE = { digitalSignature: 0, keyCertSign: 5, cRLSign: 6 };

export type Authority = ReturnType<typeof openAuthority>;

interface StoredRoot {
  readonly keyPem: string;
  readonly certificatePem: string;
  readonly notAfter: string;
}

/** The root of the store; a new one where there is none, or where it expires before a certificate that it would sign. */
export function openAuthority(store: Store) {
  const roots = store.collection<StoredRoot>('certificates.authority');
  const kept = roots.get('root');
  const lasts = kept !== undefined && Date.parse(kept.notAfter) - Date.now() > LEAF_DAYS * DAY_MS;
  const root = lasts ? kept : createRoot();
  if (!lasts) roots.set('root', root);
  const signer = { key: createPrivateKey(root.keyPem), commonName: ROOT_NAME };
  return {
    certificatePem: root.certificatePem,
    /** A server certificate for the names; the first is its common name. */
    issue: (names: readonly string[], publicKey: KeyObject) => issueLeaf(signer, names, publicKey),
  };
}

function createRoot(): StoredRoot {
  const keyPem = newKey();
  const publicKey = createPublicKey(keyPem);
  const { notBefore, notAfter } = validity(ROOT_DAYS);
  const extensions = [
    extension.basicConstraints(true),
    extension.keyUsage(USAGE.keyCertSign, USAGE.cRLSign),
    extension.subjectKey(publicKey),
    extension.nameConstraints(PERMITTED_DOMAINS),
  ];
  const certificatePem = signCertificate(
    { key: createPrivateKey(keyPem), commonName: ROOT_NAME },
    { publicKey, commonName: ROOT_NAME, notBefore, notAfter, extensions },
  );
  return { keyPem, certificatePem, notAfter: notAfter.toISOString() };
}

function issueLeaf(signer: Signer, names: readonly string[], publicKey: KeyObject) {
  const { notBefore, notAfter } = validity(LEAF_DAYS);
  const [first = ''] = names;
  const extensions = [
    extension.basicConstraints(false),
    extension.keyUsage(USAGE.digitalSignature),
    extension.serverAuthentication(),
    extension.subjectKey(publicKey),
    extension.authorityKey(createPublicKey(signer.key)),
    extension.alternativeNames(names),
  ];
  const commonName = first.length <= MAX_COMMON_NAME ? first : ROOT_NAME;
  const request = { publicKey, commonName, notBefore, notAfter, extensions };
  return { certificatePem: signCertificate(signer, request), notBefore, notAfter };
}

/** As ACM does: from the start of today to the last second of the last day. */
function validity(days: number): { notBefore: Date; notAfter: Date } {
  const start = new Date().setUTCHours(0, 0, 0, 0);
  return { notBefore: new Date(start), notAfter: new Date(start + days * DAY_MS - 1000) };
}
