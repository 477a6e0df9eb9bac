// ACM's API: certificates requested, described, deleted and in use. What issues them is in issuance.ts.
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import type { CloudContext } from '../context.ts';
import type { WatchedNames } from '../dns/index.ts';
import type { CertificateMaterial, Certificates } from '../interfaces.ts';
import type { Collection } from '../store.ts';
import type { Authority } from './authority.ts';
import {
  type CertificateRecord,
  type DomainValidationOption,
  type KeyAlgorithm,
  statusNow,
  validationOption,
} from './certificate-record.ts';
import type { CertificateInputs } from './inputs.ts';
import { Issuance } from './issuance.ts';

/** What can change without a new certificate. */
interface CertificateSettings {
  readonly tags: CertificateInputs['tags'];
}

export class Acm implements Certificates {
  /** By ARN. */
  readonly settings: Collection<CertificateSettings>;
  /** Emits a certificate's ARN with each of its changes. */
  readonly #changes = new EventEmitter().setMaxListeners(0);
  readonly #context: CloudContext;
  readonly #authority: Authority;
  readonly #certificates: Collection<CertificateRecord>;
  readonly #users = new Map<string, Set<string>>();
  /** By host. A platform has few names, which last as long as the process. */
  readonly #platform = new Map<string, CertificateMaterial>();
  readonly #issuance: Issuance;

  constructor(context: CloudContext, names: WatchedNames, authority: Authority) {
    this.#context = context;
    this.#authority = authority;
    this.#certificates = context.store.collection('acm.certificates');
    this.settings = context.store.collection('acm.settings');
    this.#issuance = new Issuance(this, { context, names, authority });
  }

  request(names: readonly string[], keyAlgorithm: KeyAlgorithm, region: string): CertificateRecord {
    const arn = `arn:aws:acm:${region}:${this.#context.accountId}:certificate/${randomUUID()}`;
    const createdAt = new Date().toISOString();
    const record = { arn, region, names, keyAlgorithm, status: 'PENDING_VALIDATION', createdAt } as const;
    this.#certificates.set(arn, record);
    void this.#issuance.check(arn);
    return record;
  }

  /** With its present status; undefined where it does not exist. */
  get(arn: string): CertificateRecord | undefined {
    const record = this.#certificates.get(arn);
    return record && { ...record, status: statusNow(record) };
  }

  /** All of them, with their present status. */
  certificates(): CertificateRecord[] {
    return this.#certificates.values().map((record) => ({ ...record, status: statusNow(record) }));
  }

  /** A certificate that was deleted while it was being issued stays deleted. */
  save(record: CertificateRecord): void {
    if (this.#certificates.get(record.arn) !== undefined) this.#certificates.set(record.arn, record);
    this.#changes.emit(record.arn);
  }

  delete(arn: string): void {
    this.#certificates.delete(arn);
    this.settings.delete(arn);
    this.#changes.emit(arn);
  }

  validationOptions({ names }: CertificateRecord): DomainValidationOption[] {
    return names.map((name) => validationOption(this.#context.accountId, name));
  }

  issued(arn: string): CertificateMaterial | undefined {
    const record = this.get(arn);
    if (record?.status !== 'ISSUED' || record.issued === undefined) return undefined;
    const { region, names, issued } = record;
    return { arn, region, names, keyPem: issued.keyPem, certificatePem: issued.certificatePem };
  }

  get authorityPem(): string {
    return this.#authority.certificatePem;
  }

  platform(host: string): CertificateMaterial {
    const known = this.#platform.get(host);
    if (known !== undefined) return known;
    const { region } = this.#context;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const material = {
      ...{ arn: `arn:aws:acm:${region}:amazon:certificate/${host}`, region, names: [host] },
      keyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      certificatePem: this.#authority.issue([host], publicKey).certificatePem,
    };
    this.#platform.set(host, material);
    return material;
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

  /** Resolves when the certificate is no longer pending (undefined: deleted); rejects when the signal is aborted. */
  async settled(arn: string, signal: AbortSignal): Promise<CertificateRecord | undefined> {
    void this.#issuance.check(arn);
    for (;;) {
      signal.throwIfAborted();
      const record = this.get(arn);
      if (record?.status !== 'PENDING_VALIDATION') return record;
      await once(this.#changes, arn, { signal });
    }
  }

  /** The names whose validation record a resolver does not see yet. */
  unproven(record: CertificateRecord): Promise<DomainValidationOption[]> {
    return this.#issuance.unproven(record);
  }
}
