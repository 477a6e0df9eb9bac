// ACM's API: certificates requested, described, deleted and in use; and their issue: validated by DNS, then checked against
// CAA, then signed; renewed in the same way.
import { createPublicKey, randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { canonical, isSameValidation, isWithin, parentOf } from '@petstore/custom-domains/names';
import type { CloudContext } from '../context.ts';
import type { Dns } from '../dns/index.ts';
import type { CertificateMaterial, Certificates, IssuedCertificate } from '../interfaces.ts';
import type { Collection } from '../store.ts';
import { type Authority, PERMITTED_DOMAINS } from './authority.ts';
import { refusalByCaa } from './caa-check.ts';
import type { CertificateRecord, DomainValidationOption } from './certificate-record.ts';
import { isOpen, newKey, statusNow, validationOption } from './certificate-record.ts';

export class Acm implements Certificates {
  /** Emits a certificate's ARN with each of its changes. */
  readonly #changes = new EventEmitter().setMaxListeners(0);
  readonly #context: CloudContext;
  readonly #names: Dns;
  readonly #authority: Authority;
  readonly #certificates: Collection<CertificateRecord>;
  readonly #users: ((arn: string) => boolean)[] = [];
  /** By host. A platform has few names, which last as long as the process. */
  readonly #platform = new Map<string, CertificateMaterial>();

  /** A pending certificate is checked whenever a DNS name changes that concerns it. */
  constructor(context: CloudContext, names: Dns, authority: Authority) {
    this.#context = context;
    this.#names = names;
    this.#authority = authority;
    this.#certificates = context.store.collection('acm/certificates');
    names.watch((changed) => this.#checkAffected(changed));
  }

  readonly log = (line: string): void => this.#context.log('acm', line);

  request(requested: Pick<CertificateRecord, 'domainName' | 'region' | 'tags'>): CertificateRecord {
    const { region } = requested;
    const inRegion = this.#certificates.values().filter((one) => one.region === region);
    this.#context.quotas.assert('L-F141DD1D', inRegion.length + 1);
    const arn = `arn:aws:acm:${region}:${this.#context.accountId}:certificate/${randomUUID()}`;
    const createdAt = new Date().toISOString();
    const record = { ...requested, arn, status: 'PENDING_VALIDATION', createdAt } as const;
    this.#certificates.set(arn, record);
    void this.#check(arn);
    return record;
  }

  tag(arn: string, tags: CertificateRecord['tags']): CertificateRecord | undefined {
    const record = this.#certificates.get(arn);
    if (record !== undefined) this.#certificates.set(arn, { ...record, tags });
    return this.get(arn);
  }

  /** With its present status; undefined where it does not exist. */
  get(arn: string): CertificateRecord | undefined {
    const record = this.#certificates.get(arn);
    return record && { ...record, status: statusNow(record) };
  }

  certificates(): CertificateRecord[] {
    return this.#certificates.values().map((record) => ({ ...record, status: statusNow(record) }));
  }

  /** A certificate that was deleted while it was being issued stays deleted. */
  #save(arn: string, change: Partial<CertificateRecord>): void {
    const record = this.#certificates.get(arn);
    if (record !== undefined) this.#certificates.set(arn, { ...record, ...change });
    this.#changes.emit(arn);
  }

  delete(arn: string): void {
    this.#certificates.delete(arn);
    this.#changes.emit(arn);
  }

  validationOption({ domainName }: CertificateRecord): DomainValidationOption {
    return validationOption(this.#context.accountId, domainName);
  }

  issued(arn: string): IssuedCertificate | undefined {
    const record = this.get(arn);
    if (record?.status !== 'ISSUED' || record.issued === undefined) return undefined;
    const { region, domainName, issued } = record;
    const { keyPem, certificatePem } = issued;
    return { region, domainName, keyPem, certificatePem };
  }

  get authorityPem(): string {
    return this.#authority.certificatePem;
  }

  platform(host: string): CertificateMaterial {
    const known = this.#platform.get(host);
    if (known !== undefined) return known;
    const keyPem = newKey();
    const { certificatePem } = this.#authority.issue([host], createPublicKey(keyPem));
    const material = { keyPem, certificatePem };
    this.#platform.set(host, material);
    return material;
  }

  addUser(isUsed: (arn: string) => boolean): void {
    this.#users.push(isUsed);
  }

  inUse(arn: string): boolean {
    return this.#users.some((isUsed) => isUsed(arn));
  }

  /** Resolves when the certificate is no longer pending (undefined: deleted); rejects when the signal is aborted. */
  async settled(arn: string, signal: AbortSignal): Promise<CertificateRecord | undefined> {
    void this.#check(arn);
    for (;;) {
      signal.throwIfAborted();
      const record = this.get(arn);
      if (record?.status !== 'PENDING_VALIDATION') return record;
      await once(this.#changes, arn, { signal });
    }
  }

  /** The validation record, unless a resolver sees it. */
  unproven(record: CertificateRecord): DomainValidationOption | undefined {
    const option = this.validationOption(record);
    const wanted = canonical(option.resourceRecordValue);
    try {
      const seen = this.#names.resolve(option.resourceRecordName, 'CNAME');
      const isSeen = seen.some(({ type, value }) => type === 'CNAME' && isSameValidation(value, wanted));
      return isSeen ? undefined : option;
    } catch {
      // A zone that cannot be read is queried again when it changes; ACM tries for three days.
      return option;
    }
  }

  #checkAffected(changed: string | undefined): void {
    for (const record of this.#certificates.values())
      if ((changed === undefined || concerns(changed, record)) && isOpen(record))
        void this.#check(record.arn);
  }

  /** Checks of one certificate may overlap: the first to end issues it. */
  async #check(arn: string): Promise<void> {
    await this.#attempt(arn).catch((error: Error) => {
      this.log(`${arn} could not be checked: ${error.message}`);
    });
  }

  /** CAA is read after validation: ACM can show the name as validated and still fail the request. */
  async #attempt(arn: string): Promise<void> {
    const record = this.get(arn);
    if (record === undefined || !isOpen(record) || this.unproven(record) !== undefined) return;
    const detail = await refusalByCaa(record.domainName, async (at) => this.#names.resolve(at, 'CAA'));
    if (detail === undefined) this.#issue(record);
    else this.#fail(record, detail);
  }

  #fail(record: CertificateRecord, detail: string): void {
    this.log(`${record.domainName}: not issued (CAA_ERROR). ${detail}`);
    if (record.status !== 'PENDING_VALIDATION') return;
    this.#save(record.arn, { status: 'FAILED', failure: { reason: 'CAA_ERROR' } });
  }

  #issue(record: CertificateRecord): void {
    const keyPem = record.issued?.keyPem ?? newKey();
    const present = this.get(record.arn);
    if (present?.status !== record.status || present.issued !== record.issued) return;
    const { arn, domainName } = record;
    const signed = this.#authority.issue([domainName], createPublicKey(keyPem));
    const [notBefore, notAfter] = [signed.notBefore.toISOString(), signed.notAfter.toISOString()];
    this.#save(arn, { status: 'ISSUED', issued: { keyPem, ...signed, notBefore, notAfter } });
    if (!PERMITTED_DOMAINS.some((domain) => isWithin(domainName, domain)))
      this.log(`${domainName}: issued, but clients refuse it: the local root may not issue for such names`);
  }
}

/** Whether a change concerns it: directly below its name, where the validation record is, or at or above it. */
function concerns(changed: string, { domainName }: CertificateRecord): boolean {
  const base = domainName.replace(/^\*\./, '');
  return parentOf(changed) === base || isWithin(base, changed);
}
