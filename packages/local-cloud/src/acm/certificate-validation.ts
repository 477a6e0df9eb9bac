// The wait for the issue of a certificate: aws:acm/certificateValidation:CertificateValidation.
// Rules and messages: terraform-provider-aws, internal/service/acm/certificate_validation.go.

import { canonical } from '@petstore/custom-domains/names';
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { notFound } from './certificate.ts';
import type { CertificateRecord } from './certificate-record.ts';
import { validationForms } from './form.ts';
import { type ValidationInputs, validationInputs } from './inputs.ts';
import type { Acm } from './service.ts';

/** The provider's id is the time of issue that it reads before the wait, which is always Go's zero time. */
const ID = '0001-01-01 00:00:00 +0000 UTC';

export function certificateValidationHandler(acm: Acm): Handler {
  return defineHandler<ValidationInputs, object>({
    type: 'aws:acm/certificateValidation:CertificateValidation',
    inputs: validationInputs,
    replaceOn: ['certificateArn', 'validationRecordFqdns'],
    forms: validationForms,
    async create({ certificateArn, validationRecordFqdns }, { signal }) {
      const record = acm.get(certificateArn);
      if (record === undefined) throw notFound(certificateArn);
      if (record.status === 'VALIDATION_TIMED_OUT') throw timedOut(certificateArn);
      if (validationRecordFqdns !== undefined) refuseMissing(acm, record, validationRecordFqdns);
      await issued(acm, record, signal);
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

/** Every name of the certificate must have its validation record among those that the program declares. */
function refuseMissing(acm: Acm, record: CertificateRecord, fqdns: readonly string[]): void {
  const given = new Set(fqdns.map(canonical));
  const missing = acm
    .validationOptions(record)
    .map((option) => ({ ...option, fqdn: canonical(option.resourceRecordName) }))
    .filter(({ fqdn }) => !given.has(fqdn));
  if (missing.length === 0) return;
  throw new Error(
    missing.map(({ domainName, fqdn }) => `missing ${domainName} DNS validation record: ${fqdn}`).join('\n'),
  );
}

/** findCertificateByARN treats a request that timed out as one that does not exist; the error is its status. */
function timedOut(arn: string): Error {
  return new Error(`reading ACM Certificate (${arn}): VALIDATION_TIMED_OUT`);
}

/** Resolves once issued. The errors are the provider's; a timeout adds the validation records that are missing. */
async function issued(acm: Acm, { arn }: CertificateRecord, signal: AbortSignal): Promise<void> {
  const waiting = `waiting for ACM Certificate (${arn}) to be issued`;
  let record: CertificateRecord | undefined;
  try {
    record = await acm.settled(arn, signal);
  } catch (error) {
    throw new Error(`${waiting}: ${await whyPending(acm, arn)}`, { cause: error });
  }
  if (record === undefined) throw notFound(arn);
  if (record.status === 'ISSUED') return;
  const unexpected = `unexpected state '${record.status}', wanted target 'ISSUED'`;
  const lastError = record.failure === undefined ? '' : `. last error: ${record.failure.reason}`;
  throw new Error(`${waiting}: ${unexpected}${lastError}`);
}

async function whyPending(acm: Acm, arn: string): Promise<string> {
  const record = acm.get(arn);
  const missing = record === undefined ? [] : await acm.unproven(record);
  const records = missing.map((option) => `${option.resourceRecordName} CNAME ${option.resourceRecordValue}`);
  const state = "timeout while waiting for state to become 'ISSUED' (last state: 'PENDING_VALIDATION')";
  return [state, ...records.map((one) => `not seen in DNS: ${one}`)].join('\n');
}
