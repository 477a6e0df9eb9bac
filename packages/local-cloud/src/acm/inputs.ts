// What a certificate is declared with.
import type { CertificateArgs } from '@pulumi/aws/acm/certificate.js';
import { z } from 'zod';
import { argsOf, emulates, needed, region, tags } from '../schema.ts';
import { KEY_ALGORITHMS } from './certificate-record.ts';

/** RequestCertificate's own bounds (ACM's API reference). */
const MAX_NAMES = 100;

const MAX_FIRST_NAME = 64;

const NAME_PATTERN = /^(\*\.)?(((?!-)[A-Za-z0-9-]{0,62}[A-Za-z0-9])\.)+((?!-)[A-Za-z0-9-]{1,62}[A-Za-z0-9])$/;

const dnsName = z.string(needed('a certificate without a domain name', 'it would be imported'));

const bounded = dnsName.max(253).regex(/[^.]$/, 'cannot end with a period').regex(NAME_PATTERN);

export const certificateInputs = argsOf<CertificateArgs>()({
  domainName: bounded.max(
    MAX_FIRST_NAME,
    'InvalidDomainValidationOptionsException: The first domain name can be no longer than 64 characters.',
  ),
  subjectAlternativeNames: z.array(bounded).optional(),
  validationMethod: emulates(['DNS'], 'an e-mail or an HTTP request would need a response'),
  keyAlgorithm: emulates(KEY_ALGORITHMS, 'CloudFront takes no other keys from ACM').default('RSA_2048'),
  region,
  tags,
}).superRefine(({ domainName, subjectAlternativeNames = [] }, { addIssue }) => {
  // The provider sends the domain name as one of them.
  if (new Set([domainName, ...subjectAlternativeNames]).size <= MAX_NAMES) return;
  const path = ['subjectAlternativeNames'];
  addIssue({ code: 'too_big', origin: 'array', maximum: MAX_NAMES, input: subjectAlternativeNames, path });
});

export type CertificateInputs = z.infer<typeof certificateInputs>;
