// ACM's API: certificates requested, described, deleted and in use. What issues them is in issuance.ts.
import { randomUUID } from 'node:crypto';
import type { CloudContext } from '../context.ts';
import type { WatchedNames } from '../dns/index.ts';
import type { CertificateMaterial } from '../interfaces.ts';
import type { Collection } from '../store.ts';
import type { Authority } from './authority.ts';
import { type CertificateRecord, type KeyAlgorithm, statusNow } from './certificate-record.ts';
import { Changes } from './changes.ts';
import { Issuance } from './issuance.ts';
import { type DomainValidationOption, validationOptions } from './validation-option.ts';

/** What can change without a new certificate. */
export interface CertificateSettings {
  readonly tags?: Readonly<Record<string, string>>;
  readonly options?: object;
}

export class Acm {
  /** By ARN. */
  readonly settings: Collection<CertificateSettings>;
  readonly #context: CloudContext;
  readonly #certificates: Collection<CertificateRecord>;
  readonly #users = new Map<string, Set<string>>();
  readonly #changes = new Changes();
  readonly #issuance: Issuance;

  constructor(context: CloudContext, names: WatchedNames, authority: Authority) {
    this.#context = context;
    this.#certificates = context.store.collection('acm.certificates');
    this.settings = context.store.collection('acm.settings');
    this.#issuance = new Issuance({
      ...{ context, names, authority },
      all: () => this.#certificates.values(),
      get: (arn) => this.get(arn),
      save: (record) => this.#save(record),
    });
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
    void this.#issuance.check(arn);
    return this.get(arn) as CertificateRecord;
  }

  /** With its present status. */
  get(arn: string): CertificateRecord | undefined {
    const record = this.#certificates.get(arn);
    return record === undefined ? undefined : { ...record, status: statusNow(record) };
  }

  /** Those of a region, with their present status. */
  certificates(region: string): CertificateRecord[] {
    const records = this.#certificates.values().filter((record) => record.region === region);
    return records.map((record) => ({ ...record, status: statusNow(record) }));
  }

  delete(arn: string): void {
    this.#certificates.delete(arn);
    this.settings.delete(arn);
    this.#changes.notify(arn);
  }

  validationOptions({ names }: CertificateRecord): DomainValidationOption[] {
    return validationOptions(this.#context.accountId, names);
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

  /** Resolves when the certificate is no longer pending (undefined: deleted); rejects with the signal's reason. */
  async settled(arn: string, signal: AbortSignal): Promise<CertificateRecord | undefined> {
    void this.#issuance.check(arn);
    for (;;) {
      signal.throwIfAborted();
      const record = this.get(arn);
      if (record?.status !== 'PENDING_VALIDATION') return record;
      await this.#changes.next(arn, signal);
    }
  }

  /** The names whose validation record a resolver does not see yet. */
  unproven(record: CertificateRecord): Promise<DomainValidationOption[]> {
    return this.#issuance.unproven(record);
  }

  #save(record: CertificateRecord): void {
    // A certificate that was deleted while it was being issued stays deleted.
    if (this.#certificates.get(record.arn) !== undefined) this.#certificates.set(record.arn, record);
    this.#changes.notify(record.arn);
  }
}
