// ACM with its certificate authority, and the look-up of a certificate: terraform-provider-aws, internal/service/acm/certificate_data_source.go.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GetCertificateArgs } from '@pulumi/aws/acm/getCertificate.js';
import { z } from 'zod';
import type { CloudContext } from '../context.ts';
import type { Dns } from '../dns/index.ts';
import { defineInvoke, type Invoke } from '../resources/handler.ts';
import { argsOf, emulates, region } from '../schema.ts';
import { openAuthority } from './authority.ts';
import { certificateHandler, certificateValidationHandler } from './certificate.ts';
import { CERTIFICATE_STATUSES, type CertificateRecord, KEY_ALGORITHM } from './certificate-record.ts';
import { Acm } from './service.ts';

/** Opens the authority (a new one in a fresh store) and writes its certificate to a file in the folder, for `curl --cacert`. */
export function createAcm(context: CloudContext, names: Dns) {
  const acm = new Acm(context, names, openAuthority(context.store));
  const authorityFile = join(context.folder, 'ca.pem');
  mkdirSync(context.folder, { recursive: true });
  writeFileSync(authorityFile, acm.authorityPem);
  const handlers = [certificateHandler(acm), certificateValidationHandler(acm)];
  return { certificates: acm, handlers: { handlers, invokes: [getCertificate(acm)] }, authorityFile };
}

function getCertificate(acm: Acm): Invoke {
  return defineInvoke({
    token: 'aws:acm/getCertificate:getCertificate',
    inputs: argsOf<GetCertificateArgs>()({
      domain: z.string(),
      // ListCertificates: "Default filtering returns only RSA_2048 certificates."
      keyTypes: z.array(z.string()).default(['RSA_2048']),
      statuses: z.array(z.enum(CERTIFICATE_STATUSES)).min(1).default(['ISSUED']),
      types: z.tuple([emulates(['AMAZON_ISSUED'], 'no certificate here is imported or private')]),
      mostRecent: z.boolean().default(false),
      region,
    }),
    async call({ domain, keyTypes, statuses, mostRecent }, context) {
      const isListed = (one: CertificateRecord) =>
        one.region === context.region && one.domainName === domain && statuses.includes(one.status);
      const age = ({ issued, createdAt }: CertificateRecord) => Date.parse(issued?.notBefore ?? createdAt);
      const found = keyTypes.includes(KEY_ALGORITHM) ? acm.certificates().filter(isListed) : [];
      const [newest, ...others] = found.toSorted((one, other) => age(other) - age(one));
      if (newest === undefined) throw new Error(`no ACM Certificate matching domain (${domain})`);
      if (others.length > 0 && !mostRecent)
        throw new Error('multiple ACM Certificates matching search criteria');
      const { arn, status, tags = {} } = newest;
      return { id: arn, arn, domain, status, region: context.region, tags };
    },
  });
}
