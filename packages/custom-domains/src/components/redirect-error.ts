// What a redirect cannot be: a function with it would be deployed, and send visitors nowhere.
import { normaliseHost } from '../names/host.ts';
import { TARGET_FORM } from '../names/patterns.ts';
import { REDIRECT_STATUSES } from '../names/redirect-status.ts';

/** An argument of a redirect that it cannot have; the message says what it can. */
export class RedirectError extends Error {
  override readonly name = 'RedirectError';
  /** Stable, for machines. */
  readonly code: 'bad-status' | 'bad-target';

  constructor(code: RedirectError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

const TARGET = new RegExp(TARGET_FORM.pattern, 'u');

/** Throws RedirectError. `to` that is no text is an output, which is not known yet. */
export function checkRedirect({ to, status }: { readonly to: unknown; readonly status: unknown }): void {
  if (!REDIRECT_STATUSES.some((one) => one === status)) {
    const known = REDIRECT_STATUSES.join(', ');
    throw new RedirectError(
      'bad-status',
      `the status must be one of ${known}, not ${JSON.stringify(status)}`,
    );
  }
  if (typeof to !== 'string') return;
  const host = to.toLowerCase().startsWith('https://') ? hostOf(to) : to;
  if (TARGET.test(to) && normaliseHost(host).ok) return;
  throw new RedirectError(
    'bad-target',
    `to must be a host name, or a full https URL without query and fragment, not ${JSON.stringify(to)}`,
  );
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}
