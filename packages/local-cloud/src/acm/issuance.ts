// The issue of a certificate: validated by DNS, then checked against CAA, then signed; renewed in the same way.
import { createPublicKey } from 'node:crypto';
import { canonical, isWithin, parentOf } from '@petstore/custom-domains/names';
import type { CloudContext } from '../context.ts';
import type { WatchedNames } from '../dns/index.ts';
import { type Authority, PERMITTED_DOMAINS } from './authority.ts';
import { refusalByCaa } from './caa-check.ts';
import { type CertificateRecord, type DomainValidationOption, isOpen, newKey } from './certificate-record.ts';

/** The certificates, as ACM holds them. */
interface Certificates {
  certificates(): readonly CertificateRecord[];
  /** With its present status; undefined: deleted. */
  get(arn: string): CertificateRecord | undefined;
  save(record: CertificateRecord): void;
  validationOptions(record: CertificateRecord): DomainValidationOption[];
}

interface IssuanceDeps {
  readonly context: CloudContext;
  readonly names: WatchedNames;
  readonly authority: Authority;
}

export class Issuance {
  readonly #acm: Certificates;
  readonly #deps: IssuanceDeps;
  /** ARNs of the certificates whose check is under way, and of those to be checked once more after it. */
  readonly #checking = new Set<string>();
  readonly #checkAgain = new Set<string>();

  /** Checks a pending certificate whenever a DNS name changes that concerns it. */
  constructor(acm: Certificates, deps: IssuanceDeps) {
    this.#acm = acm;
    this.#deps = deps;
    deps.names.watch((changed) => this.#checkAffected(changed));
  }

  /** The names whose validation record a resolver does not see yet. */
  async unproven(record: CertificateRecord): Promise<DomainValidationOption[]> {
    const options = this.#acm.validationOptions(record);
    const seen = await Promise.all(options.map((option) => this.#isSeen(option)));
    return options.filter((_, index) => !seen[index]);
  }

  async #isSeen({ resourceRecordName, resourceRecordValue }: DomainValidationOption): Promise<boolean> {
    try {
      const records = await this.#deps.names.resolve(canonical(resourceRecordName), 'CNAME');
      return records.some(({ type, value }) => type === 'CNAME' && value === canonical(resourceRecordValue));
    } catch {
      // A zone that cannot be read is queried again when it changes; ACM tries for three days.
      return false;
    }
  }

  #checkAffected(changed: string | undefined): void {
    for (const record of this.#acm.certificates()) {
      const concerned = changed === undefined || concerns(changed, record);
      if (concerned && isOpen(record)) void this.check(record.arn);
    }
  }

  /** Runs one check of a certificate at a time; a change during it starts one more. */
  async check(arn: string): Promise<void> {
    if (this.#checking.has(arn)) return void this.#checkAgain.add(arn);
    this.#checking.add(arn);
    try {
      do {
        this.#checkAgain.delete(arn);
        await this.#attempt(arn);
      } while (this.#checkAgain.has(arn));
    } catch (error) {
      this.#deps.context.log('acm', `${arn} could not be checked: ${(error as Error).message}`);
    } finally {
      this.#checking.delete(arn);
    }
  }

  /** CAA is read after validation: ACM can show every name as validated and still fail the request. */
  async #attempt(arn: string): Promise<void> {
    const record = this.#acm.get(arn);
    if (record === undefined || !isOpen(record) || (await this.unproven(record)).length > 0) return;
    for (const name of record.names) {
      const detail = await refusalByCaa(name, (at) => this.#deps.names.resolve(at, 'CAA'));
      if (detail !== undefined) return this.#fail(record, detail);
    }
    await this.#issue(record);
  }

  #fail(record: CertificateRecord, detail: string): void {
    this.#deps.context.log('acm', `${record.names[0]}: not issued (CAA_ERROR). ${detail}`);
    if (record.status !== 'PENDING_VALIDATION') return;
    this.#acm.save({ ...record, status: 'FAILED', failure: { reason: 'CAA_ERROR', detail } });
  }

  async #issue(record: CertificateRecord): Promise<void> {
    const keyPem = record.issued?.keyPem ?? (await newKey(record.keyAlgorithm));
    const { certificatePem, notBefore, notAfter } = this.#deps.authority.issue(
      record.names,
      createPublicKey(keyPem),
    );
    const times = { notBefore: notBefore.toISOString(), notAfter: notAfter.toISOString() };
    this.#acm.save({ ...record, status: 'ISSUED', issued: { keyPem, certificatePem, ...times } });
    const outside = record.names.find((name) => !PERMITTED_DOMAINS.some((domain) => isWithin(name, domain)));
    if (outside === undefined) return;
    this.#deps.context.log(
      'acm',
      `${outside}: issued, but clients refuse it: the local root is not permitted to issue for such names`,
    );
  }
}

/** Whether a change concerns it: directly below one of its names, where validation records are, or at or above it. */
function concerns(changed: string, { names }: CertificateRecord): boolean {
  const bases = names.map((name) => name.replace(/^\*\./, ''));
  return bases.some((base) => parentOf(changed) === base || isWithin(base, changed));
}
