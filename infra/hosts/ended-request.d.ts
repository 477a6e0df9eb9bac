/** Statuses that a certificate of ACM's never leaves ("delete the request … and try again": API reference). */
declare const FINAL: readonly ['FAILED', 'VALIDATION_TIMED_OUT', 'EXPIRED', 'REVOKED'];
export type FinalStatus = (typeof FINAL)[number];
export declare const KEY_ALGORITHM = 'EC_prime256v1';
/** A certificate of that name which ACM will never issue, or serves no more. */
export interface Ended {
  readonly arn: string;
  readonly status: FinalStatus;
  readonly tags: Readonly<Record<string, string>>;
}
/** The certificate at that ARN where it has ended, else another of that name which has; undefined: there is none. */
export declare function endedRequest(host: string, arn: string): Promise<Ended | undefined>;
