// ACM with its certificate authority.
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CloudContext } from '../context.ts';
import type { WatchedNames } from '../dns/index.ts';
import type { CertificateMaterial, Certificates } from '../interfaces.ts';
import type { ServiceHandlers } from '../resources/handler.ts';
import { type Authority, openAuthority } from './authority.ts';
import { certificateHandler, certificateValidationHandler } from './certificate.ts';
import { getCertificate } from './get-certificate.ts';
import { Acm } from './service.ts';

export interface AcmService {
  readonly certificates: Certificates;
  readonly handlers: ServiceHandlers;
  /** The file with the authority's own certificate, for `curl --cacert`. */
  readonly authorityFile: string;
}

/** Opens the authority (a new one in a fresh store) and writes its certificate to `ca.pem` in the folder. */
export function createAcm(context: CloudContext, names: WatchedNames): AcmService {
  const authority = openAuthority(context.store);
  const acm = new Acm(context, names, authority);
  const authorityFile = join(context.folder, 'ca.pem');
  mkdirSync(context.folder, { recursive: true });
  writeFileSync(authorityFile, authority.certificatePem);
  const platform = platformCertificates(context.region, authority);
  return {
    certificates: {
      issued: (arn) => acm.material(arn),
      use: (arn, by) => acm.use(arn, by),
      release: (arn, by) => acm.release(arn, by),
      authorityPem: authority.certificatePem,
      platform,
    },
    handlers: {
      handlers: [certificateHandler(acm), certificateValidationHandler(acm)],
      invokes: [getCertificate(acm)],
    },
    authorityFile,
  };
}

/** One certificate for each host, for as long as the process runs; a platform has few names. */
function platformCertificates(region: string, authority: Authority): (host: string) => CertificateMaterial {
  const issued = new Map<string, CertificateMaterial>();
  return (host) => {
    const known = issued.get(host);
    if (known !== undefined) return known;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const material = {
      ...{ arn: `arn:aws:acm:${region}:amazon:certificate/${host}`, region, names: [host] },
      keyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      certificatePem: authority.issue([host], publicKey).certificatePem,
    };
    issued.set(host, material);
    return material;
  };
}
