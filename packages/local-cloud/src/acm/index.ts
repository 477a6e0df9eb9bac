// ACM with its certificate authority, and the look-up of a certificate by its name: aws:acm/getCertificate:getCertificate. Its
// rules and messages: terraform-provider-aws, internal/service/acm/certificate_data_source.go.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CloudContext } from '../context.ts';
import type { WatchedNames } from '../dns/index.ts';
import type { Certificates } from '../interfaces.ts';
import { defineInvoke, type Invoke, type ServiceHandlers } from '../resources/handler.ts';
import { openAuthority } from './authority.ts';
import { certificateHandler, certificateValidationHandler } from './certificate.ts';
import type { CertificateRecord } from './certificate-record.ts';
import { type GetCertificateInputs, getCertificateInputs } from './inputs.ts';
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

function getCertificate(acm: Acm): Invoke {
  const tagsOf = ({ arn }: CertificateRecord) => acm.settings.get(arn)?.tags ?? {};
  return defineInvoke<GetCertificateInputs, object>({
    token: 'aws:acm/getCertificate:getCertificate',
    inputs: getCertificateInputs,
    async call(wanted, { region }) {
      const listed = acm.certificates().filter((one) => one.region === region && isListed(one, wanted));
      if (wanted.domain !== undefined && wanted.tags === undefined) refuseCount(listed, wanted);
      const found = onlyOne(
        listed.filter((one) => isMatch(wanted, tagsOf(one))),
        wanted,
      );
      return describe(found, { ...wanted, region, tags: tagsOf(found) });
    },
  });
}

function isListed(one: CertificateRecord, { domain, keyTypes, statuses }: GetCertificateInputs): boolean {
  const named = domain === undefined || one.names[0] === domain;
  return named && keyTypes.includes(one.keyAlgorithm) && statuses.includes(one.status);
}

function refuseCount(
  listed: readonly CertificateRecord[],
  { domain, types, mostRecent }: GetCertificateInputs,
): void {
  if (listed.length === 0) throw new Error(`no ACM Certificate matching domain (${domain})`);
  if (listed.length > 1 && !mostRecent && types.length === 0) {
    throw new Error(`multiple ACM Certificates matching domain (${domain})`);
  }
}

/** Every local certificate has the type AMAZON_ISSUED. */
function isMatch({ types, tags = {} }: GetCertificateInputs, own: Readonly<Record<string, string>>): boolean {
  if (types.length > 0 && !types.includes('AMAZON_ISSUED')) return false;
  return Object.entries(tags).every(([key, value]) => own[key] === value);
}

function onlyOne(
  matches: readonly CertificateRecord[],
  { mostRecent }: GetCertificateInputs,
): CertificateRecord {
  const [first, ...others] = matches;
  if (first === undefined) throw new Error('no ACM Certificate matching search criteria');
  if (others.length === 0) return first;
  if (!mostRecent) throw new Error('multiple ACM Certificates matching search criteria');
  const age = ({ issued, createdAt }: CertificateRecord) => Date.parse(issued?.notBefore ?? createdAt);
  return matches.reduce((newest, one) => (age(one) > age(newest) ? one : newest));
}

function describe({ arn, names, status, issued }: CertificateRecord, given: GetCertificateInputs): object {
  const pem = status === 'ISSUED' ? issued?.certificatePem : undefined;
  const { domain = names[0], ...rest } = given;
  return { ...rest, domain, arn, id: arn, status, certificate: pem ?? '', certificateChain: '' };
}
