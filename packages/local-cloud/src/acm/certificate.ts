// ACM's public certificates: aws:acm/certificate:Certificate.
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler, OperationContext } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import type { CertificateRecord } from './certificate-record.ts';
import { certificateForms } from './form.ts';
import { type CertificateInputs, certificateInputs } from './inputs.ts';
import type { Acm } from './service.ts';
import type { DomainValidationOption } from './validation-option.ts';

interface CertificateComputed {
  readonly arn: string;
  readonly domainValidationOptions: readonly DomainValidationOption[];
  readonly subjectAlternativeNames: readonly string[];
  readonly status: string;
  readonly type: 'AMAZON_ISSUED';
  /** RFC 3339; empty until issued. */
  readonly notBefore: string;
  readonly notAfter: string;
  readonly renewalEligibility: 'ELIGIBLE' | 'INELIGIBLE';
  readonly [rest: string]: unknown;
}

export function certificateHandler(acm: Acm): Handler {
  const live = (record: CertificateRecord, given: CertificateInputs) => ({
    inputs: given,
    computed: describe(acm, record, given),
  });
  const keep = (record: CertificateRecord, given: CertificateInputs) => {
    acm.settings.set(record.arn, { tags: given.tags, options: given.options });
    return describe(acm, record, given);
  };
  return defineHandler<CertificateInputs, CertificateComputed>({
    type: 'aws:acm/certificate:Certificate',
    inputs: certificateInputs,
    replaceOn: ['domainName', 'subjectAlternativeNames', 'validationMethod', 'keyAlgorithm'],
    forms: certificateForms,
    async create(given, { region }: OperationContext) {
      const record = acm.request(requestedNames(given), given.keyAlgorithm, region);
      return { id: record.arn, computed: keep(record, given) };
    },
    async read(id, _context, known) {
      const record = acm.get(id);
      // The provider treats a request that timed out as one that no longer exists.
      if (record === undefined || record.status === 'VALIDATION_TIMED_OUT') return undefined;
      const { tags, options } = acm.settings.get(id) ?? {};
      const settings = { tags, options } as Pick<CertificateInputs, 'tags' | 'options'>;
      return live(record, { ...(known ?? readBack(record)), ...settings });
    },
    async update(id, given) {
      const record = acm.get(id);
      if (record === undefined) throw notFound(id);
      return keep(record, given);
    },
    async delete(id) {
      if (acm.inUse(id)) {
        const account = id.split(':')[4];
        throw new ServiceError(
          'ResourceInUseException',
          `Certificate ${id} in account ${account} is in use.`,
        );
      }
      acm.delete(id);
    },
  });
}

export function notFound(arn: string): ServiceError {
  const account = arn.split(':')[4];
  return new ServiceError(
    'ResourceNotFoundException',
    `Could not find certificate ${arn} in account ${account}.`,
  );
}

/** Every name once, the domain name first. */
function requestedNames({ domainName, subjectAlternativeNames = [] }: CertificateInputs): string[] {
  return [...new Set([domainName, ...subjectAlternativeNames].map((name) => name.toLowerCase()))];
}

function readBack({ names, keyAlgorithm, region }: CertificateRecord): CertificateInputs {
  const [domainName = ''] = names;
  return { domainName, subjectAlternativeNames: [...names], validationMethod: 'DNS', keyAlgorithm, region };
}

function describe(acm: Acm, record: CertificateRecord, given: CertificateInputs): CertificateComputed {
  const { arn, names, status, issued, region } = record;
  const seconds = (time: string | undefined) => time?.replace('.000Z', 'Z') ?? '';
  return {
    ...{ arn, region, status, type: 'AMAZON_ISSUED', subjectAlternativeNames: names },
    domainValidationOptions: acm.validationOptions(record),
    ...{ notBefore: seconds(issued?.notBefore), notAfter: seconds(issued?.notAfter) },
    renewalEligibility: status === 'ISSUED' && acm.inUse(arn) ? 'ELIGIBLE' : 'INELIGIBLE',
    ...{ pendingRenewal: false, renewalSummaries: [], validationEmails: [] },
    options: given.options ?? { certificateTransparencyLoggingPreference: 'ENABLED' },
    tagsAll: given.tags ?? {},
  };
}
