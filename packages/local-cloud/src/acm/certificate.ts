// ACM's public certificates and the wait for their issue: terraform-provider-aws, internal/service/acm.

import { canonical } from '@petstore/custom-domains/names';
import type { CertificateArgs } from '@pulumi/aws/acm/certificate.js';
import type { CertificateValidationArgs } from '@pulumi/aws/acm/certificateValidation.js';
import { z } from 'zod';
import { defineHandler, type Handler } from '../resources/handler.ts';
import { argsOf, arn, emulates, needed, region, tags } from '../schema.ts';
import { refuse, refuseIf } from '../service-error.ts';
import { type CertificateRecord, KEY_ALGORITHM } from './certificate-record.ts';
import type { Acm } from './service.ts';

/** RequestCertificate's own bounds (ACM's API reference), of a certificate for one name: no program here asks for more of them. */
const certificateInputs = argsOf<CertificateArgs>()({
  domainName: z
    .string(needed('a certificate without a domain name', 'it would be imported'))
    .regex(/^(\*\.)?(((?!-)[A-Za-z0-9-]{0,62}[A-Za-z0-9])\.)+((?!-)[A-Za-z0-9-]{1,62}[A-Za-z0-9])$/)
    .max(64, 'InvalidDomainValidationOptionsException: The first domain name has 64 characters at most.'),
  validationMethod: emulates(['DNS'], 'an e-mail or an HTTP request would need a response'),
  keyAlgorithm: emulates([KEY_ALGORITHM], 'no program here asks for another key'),
  region,
  tags,
});

type CertificateInputs = z.infer<typeof certificateInputs>;

export function certificateHandler(acm: Acm): Handler {
  return defineHandler<CertificateInputs, object>({
    type: 'aws:acm/certificate:Certificate',
    inputs: certificateInputs,
    replaceOn: ['domainName', 'validationMethod', 'keyAlgorithm'],
    async create({ domainName, tags }, { region }) {
      const record = acm.request({ domainName, region, tags });
      return { id: record.arn, computed: describe(acm, record) };
    },
    async read(id, _context, known) {
      const record = acm.get(id);
      // The provider treats a request that timed out as one that no longer exists.
      if (record === undefined || record.status === 'VALIDATION_TIMED_OUT') return undefined;
      const inputs = { ...(known ?? readBack(record)), tags: record.tags };
      return { inputs, computed: describe(acm, record) };
    },
    async update(id, { tags }) {
      return describe(acm, acm.tag(id, tags) ?? notFound(id));
    },
    async delete(id) {
      refuseIf(acm.inUse(id), 'ResourceInUseException', `Certificate ${id} is in use.`);
      acm.delete(id);
    },
  });
}

const notFound = (arn: string) => refuse('ResourceNotFoundException', `Could not find certificate ${arn}.`);

function readBack({ domainName, region }: CertificateRecord): CertificateInputs {
  return { domainName, validationMethod: 'DNS', keyAlgorithm: KEY_ALGORITHM, region };
}

function describe(acm: Acm, record: CertificateRecord): object {
  const { arn, domainName, status, issued, region } = record;
  const seconds = (time: string | undefined) => time?.replace('.000Z', 'Z') ?? '';
  return {
    ...{ arn, region, status, type: 'AMAZON_ISSUED', subjectAlternativeNames: [domainName] },
    domainValidationOptions: [acm.validationOption(record)],
    ...{ notBefore: seconds(issued?.notBefore), notAfter: seconds(issued?.notAfter) },
    renewalEligibility: status === 'ISSUED' && acm.inUse(arn) ? 'ELIGIBLE' : 'INELIGIBLE',
  };
}

/** The provider's id is the time of issue that it reads before the wait, which is always Go's zero time. */
const ID = '0001-01-01 00:00:00 +0000 UTC';

const validationInputs = argsOf<CertificateValidationArgs>()({
  certificateArn: arn,
  validationRecordFqdns: z.array(z.string()).optional(),
  region,
});
export function certificateValidationHandler(acm: Acm): Handler {
  return defineHandler<z.infer<typeof validationInputs>, object>({
    type: 'aws:acm/certificateValidation:CertificateValidation',
    inputs: validationInputs,
    replaceOn: ['certificateArn', 'validationRecordFqdns'],
    async create({ certificateArn, validationRecordFqdns }, { signal }) {
      const record = acm.get(certificateArn) ?? notFound(certificateArn);
      // findCertificateByARN treats a request that timed out as one that does not exist; the error is its status.
      if (record.status === 'VALIDATION_TIMED_OUT')
        throw new Error(`reading ACM Certificate (${certificateArn}): VALIDATION_TIMED_OUT`);
      const fqdn = canonical(acm.validationOption(record).resourceRecordName);
      if (validationRecordFqdns !== undefined && !validationRecordFqdns.map(canonical).includes(fqdn))
        throw new Error(`missing ${record.domainName} DNS validation record: ${fqdn}`);
      const say = () =>
        acm.log(`waiting for the certificate of ${record.domainName}; ${whatIsMissing(acm, record)}`);
      const timer = setTimeout(say, PATIENCE_MS).unref();
      await issued(acm, record, signal).finally(() => clearTimeout(timer));
      return { id: ID, computed: {} };
    },
    async read(_id, _context, known) {
      if (known === undefined || acm.get(known.certificateArn)?.status !== 'ISSUED') return undefined;
      return { inputs: known, computed: {} };
    },
    update: async () => ({}),
    delete: async () => {},
  });
}

/** Resolves once issued. The errors are the provider's; a timeout adds the validation records that are missing. */
async function issued(acm: Acm, { arn }: CertificateRecord, signal: AbortSignal): Promise<void> {
  const waiting = `waiting for ACM Certificate (${arn}) to be issued`;
  let record: CertificateRecord | undefined;
  try {
    record = await acm.settled(arn, signal);
  } catch (error) {
    const pending = acm.get(arn);
    const state = "timeout while waiting for state to become 'ISSUED' (last state: 'PENDING_VALIDATION')";
    const why = [state, pending && whatIsMissing(acm, pending)].filter(Boolean).join('\n');
    throw new Error(`${waiting}: ${why}`, { cause: error });
  }
  if (record === undefined) return notFound(arn);
  if (record.status === 'ISSUED') return;
  const unexpected = `unexpected state '${record.status}', wanted target 'ISSUED'`;
  const lastError = record.failure === undefined ? '' : `. last error: ${record.failure.reason}`;
  throw new Error(`${waiting}: ${unexpected}${lastError}`);
}

function whatIsMissing(acm: Acm, record: CertificateRecord): string {
  const missing = acm.unproven(record);
  if (missing === undefined) return '';
  return `not seen in DNS: ${missing.resourceRecordName} CNAME ${missing.resourceRecordValue}`;
}

/** A wait that is longer says what it waits for. */
const PATIENCE_MS = 5_000;
