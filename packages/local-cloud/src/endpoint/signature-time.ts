// When a signature is valid: a captured request cannot be sent again later.
// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-troubleshooting.html has the messages.

const WINDOW_MINUTES = 15;
const WINDOW_MS = WINDOW_MINUTES * 60_000;

/**
 * Why a signature of that time is refused now, in the service's words; undefined where it is valid. `signedAt`: the
 * header x-amz-date (`20150830T123600Z`). `day`: of the credential scope. `now`: ms since the epoch.
 */
export function refusedTime(signedAt: string, day: string, now: number): string | undefined {
  const at = parse(signedAt);
  if (Number.isNaN(at)) return `Date must be in ISO-8601 'basic format'. Got ${quoted(signedAt)}.`;
  const signedOn = signedAt.slice(0, 8);
  if (signedOn !== day) {
    return `Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date from HTTP: ${quoted(day)} != ${quoted(signedOn)}, from ${quoted(signedAt)}.`;
  }
  if (at < now - WINDOW_MS) {
    return `Signature expired: ${signedAt} is now earlier than ${format(now - WINDOW_MS)} (${format(now)} - ${WINDOW_MINUTES} min.)`;
  }
  if (at > now + WINDOW_MS) {
    return `Signature not yet current: ${signedAt} is still later than ${format(now + WINDOW_MS)} (${format(now)} + ${WINDOW_MINUTES} min.)`;
  }
  return undefined;
}

const quoted = (text: string): string => `'${text}'`;

/** NaN for any other text. */
function parse(basic: string): number {
  const extended = basic.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  return extended === basic ? Number.NaN : Date.parse(extended);
}

/** ISO 8601's basic format, to the second: `20150830T123600Z`. */
function format(time: number): string {
  return new Date(time).toISOString().replace(/[-:]|\.\d+/g, '');
}
