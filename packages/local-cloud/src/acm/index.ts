// ACM with its certificate authority.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CloudContext } from '../context.ts';
import type { WatchedNames } from '../dns/index.ts';
import type { Certificates } from '../interfaces.ts';
import type { ServiceHandlers } from '../resources/handler.ts';
import { openAuthority } from './authority.ts';
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
  const acm = new Acm(context, names, openAuthority(context.store));
  const authorityFile = join(context.folder, 'ca.pem');
  mkdirSync(context.folder, { recursive: true });
  writeFileSync(authorityFile, acm.authorityPem);
  const handlers = [certificateHandler(acm), certificateValidationHandler(acm)];
  return { certificates: acm, handlers: { handlers, invokes: [getCertificate(acm)] }, authorityFile };
}
