// ACM's certificates: asked for, validated by DNS, checked against CAA, issued, kept, renewed.
import { createPublicKey, randomUUID } from 'node:crypto';
import { canonical, isWithin, parentOf } from '@petstore/custom-domains/names';
import type { CloudContext } from '../context.ts';
import type { WatchedNames } from '../dns/index.ts';
import type { CertificateMaterial } from '../interfaces.ts';
import type { Collection } from '../store.ts';
import { type Authority, PERMITTED_DOMAINS } from './authority.ts';
import { refusalByCaa } from './caa-check.ts';
import {
  type CertificateRecord,
  isOpen,
  type KeyAlgorithm,
  newKey,
  statusNow,
} from './certificate-record.ts';
import { type DomainValidationOption, validationOption } from './validation-option.ts';

/** What may change while a certificate stays. */
export interface CertificateSettings {
  readonly tags?: Readonly<Record<string, string>>;
  readonly options?: object;
}

export class Acm {
  /** By ARN. */
  readonly settings: Collection<CertificateSettings>;
  readonly #context: CloudContext;
  readonly #names: WatchedNames;
  readonly #authority: Authority;
  readonly #certificates: Collection<CertificateRecord>;
  readonly #users = new Map<string, Set<string>>();
  readonly #checking = new Set<string>();
  readonly #checkAgain = new Set<string>();
  /** Who is to be woken when a certificate changes, by ARN. */
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(context: CloudContext, names: WatchedNames, authority: Authority) {
    this.#context = context;
    this.#names = names;
    this.#authority = authority;
    this.#certificates = context.store.collection('acm.certificates');
    this.settings = context.store.collection('acm.settings');
    names.watch((changed) => this.#checkAffected(changed));
  }

  request(names: readonly string[], keyAlgorithm: KeyAlgorithm, region: string): CertificateRecord {
    const arn = `arn:aws:acm:${region}:${this.#context.accountId}:certificate/${randomUUID()}`;
    const createdAt = new Date().toISOString();
    this.#certificates.set(arn, {
      arn,
      region,
      names,
      keyAlgorithm,
      status: 'PENDING_VALIDATION',
      createdAt,
    });
    void this.#check(arn);
    return this.get(arn) as CertificateRecord;
  }

  /** With the status that it has by now. */
  get(arn: string): CertificateRecord | undefined {
    const record = this.#certificates.get(arn);
    return record === undefined ? undefined : { ...record, status: statusNow(record) };
  }

  /** Those of a region, with the status that they have by now. */
  certificates(region: string): CertificateRecord[] {
    const records = this.#certificates.values().filter((record) => record.region === region);
    return records.map((record) => ({ ...record, status: statusNow(record) }));
  }

  delete(arn: string): void {
    this.#certificates.delete(arn);
    this.settings.delete(arn);
    this.#tell(arn);
  }

  validationOptions({ names }: CertificateRecord): DomainValidationOption[] {
    return names.map((name) => validationOption(this.#context.accountId, name));
  }

  material(arn: string): CertificateMaterial | undefined {
    const record = this.get(arn);
    if (record?.status !== 'ISSUED' || record.issued === undefined) return undefined;
    const { region, names, issued } = record;
    return { arn, region, names, keyPem: issued.keyPem, certificatePem: issued.certificatePem };
  }

  use(arn: string, by: string): void {
    this.#users.set(arn, (this.#users.get(arn) ?? new Set()).add(by));
  }

  release(arn: string, by: string): void {
    this.#users.get(arn)?.delete(by);
  }

  inUse(arn: string): boolean {
    return (this.#users.get(arn)?.size ?? 0) > 0;
  }

  /** Resolves when the certificate is no longer pending (undefined: gone); rejects with the signal's reason. */
  async settled(arn: string, signal: AbortSignal): Promise<CertificateRecord | undefined> {
    void this.#check(arn);
    for (;;) {
      signal.throwIfAborted();
      const record = this.get(arn);
      if (record?.status !== 'PENDING_VALIDATION') return record;
      await this.#change(arn, signal);
    }
  }

  /** The names whose validation record a resolver does not see yet. */
  async unproven(record: CertificateRecord): Promise<DomainValidationOption[]> {
    const seen = await Promise.all(this.validationOptions(record).map((option) => this.#isSeen(option)));
    return this.validationOptions(record).filter((_, index) => !seen[index]);
  }

  async #isSeen({ resourceRecordName, resourceRecordValue }: DomainValidationOption): Promise<boolean> {
    try {
      const records = await this.#names.resolve(canonical(resourceRecordName), 'CNAME');
      return records.some(({ type, value }) => type === 'CNAME' && value === canonical(resourceRecordValue));
    } catch {
      // A zone that cannot be read is asked again when it changes, as ACM does for three days.
      return false;
    }
  }

  #checkAffected(changed: string | undefined): void {
    for (const record of this.#certificates.values()) {
      const concerned = changed === undefined || concerns(changed, record);
      if (concerned && isOpen(record)) void this.#check(record.arn);
    }
  }

  /** One check of a certificate at a time; a change that comes meanwhile has it checked once more. */
  async #check(arn: string): Promise<void> {
    if (this.#checking.has(arn)) return void this.#checkAgain.add(arn);
    this.#checking.add(arn);
    try {
      do {
        this.#checkAgain.delete(arn);
        await this.#attempt(arn);
      } while (this.#checkAgain.has(arn));
    } catch (error) {
      this.#context.log('acm', `${arn} could not be checked: ${(error as Error).message}`);
    } finally {
      this.#checking.delete(arn);
    }
  }

  /** CAA is read after validation: ACM can show every name as validated and still fail the request. */
  async #attempt(arn: string): Promise<void> {
    const record = this.get(arn);
    if (record === undefined || !isOpen(record) || (await this.unproven(record)).length > 0) return;
    for (const name of record.names) {
      const detail = await refusalByCaa(name, (at) => this.#names.resolve(at, 'CAA'));
      if (detail !== undefined) return this.#fail(record, detail);
    }
    await this.#issue(record);
  }

  #fail(record: CertificateRecord, detail: string): void {
    this.#context.log('acm', `${record.names[0]}: not issued (CAA_ERROR). ${detail}`);
    if (record.status !== 'PENDING_VALIDATION') return;
    this.#save({ ...record, status: 'FAILED', failure: { reason: 'CAA_ERROR', detail } });
  }

  async #issue(record: CertificateRecord): Promise<void> {
    const keyPem = record.issued?.keyPem ?? (await newKey(record.keyAlgorithm));
    const { certificatePem, notBefore, notAfter } = this.#authority.issue(
      record.names,
      createPublicKey(keyPem),
    );
    const times = { notBefore: notBefore.toISOString(), notAfter: notAfter.toISOString() };
    this.#save({ ...record, status: 'ISSUED', issued: { keyPem, certificatePem, ...times } });
    const outside = record.names.find((name) => !PERMITTED_DOMAINS.some((domain) => isWithin(name, domain)));
    if (outside === undefined) return;
    this.#context.log(
      'acm',
      `${outside}: issued, but clients refuse it: the local root may not speak for such names`,
    );
  }

  #save(record: CertificateRecord): void {
    // Deleted while it was being issued: it stays deleted.
    if (this.#certificates.get(record.arn) !== undefined) this.#certificates.set(record.arn, record);
    this.#tell(record.arn);
  }

  #tell(arn: string): void {
    for (const wake of [...(this.#waiting.get(arn) ?? [])]) wake();
  }

  /** Resolves with the certificate's next change, or when the signal is aborted. */
  #change(arn: string, signal: AbortSignal): Promise<void> {
    const waiting = this.#waiting.get(arn) ?? new Set();
    this.#waiting.set(arn, waiting);
    return new Promise((resolve) => {
      const wake = () => {
        waiting.delete(wake);
        if (waiting.size === 0) this.#waiting.delete(arn);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
  }
}

/** A change directly below one of its names, where validation records are, or at or above the name. */
function concerns(changed: string, { names }: CertificateRecord): boolean {
  const bases = names.map((name) => name.replace(/^\*\./, ''));
  return bases.some((base) => parentOf(changed) === base || isWithin(base, changed));
}
