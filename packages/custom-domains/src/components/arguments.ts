// Wrong arguments of a program, often from its config: a line that names the declaration, without the stack of the program.
import { HostError } from '../dns-hosts/host-spec.ts';
import { normaliseHost } from '../names/host.ts';
import { TARGET_FORM } from '../names/patterns.ts';
import { REDIRECT_STATUSES, TARGET_BYTES } from '../names/redirect-status.ts';
import { paragraph, type Shown, shown } from '../output/index.ts';
import { ReaderOptionError } from '../preflight/reader/options.ts';
import { ResolverError } from '../preflight/reader/reader.ts';
import { asRunError } from './engine-log.ts';

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
    const text = `the status must be one of ${REDIRECT_STATUSES.join(', ')}, not ${JSON.stringify(status)}`;
    throw new RedirectError('bad-status', text);
  }
  if (typeof to !== 'string') return;
  const host = URL.canParse(to) ? new URL(to).hostname : to;
  const isLong = Buffer.byteLength(JSON.stringify(to)) > TARGET_BYTES;
  if (TARGET.test(to) && normaliseHost(host).ok && !isLong) return;
  throw new RedirectError(
    'bad-target',
    `to must be a host name, or a full https URL without query and fragment of at most ${TARGET_BYTES} bytes, not ${JSON.stringify(to.slice(0, 100))}`,
  );
}

const REQUIRED = {
  dns: "route53Dns({ name: 'example.com' })",
  target: 'gatewayTarget({ apiId: api.id, stage: stage.name })',
  preflight: "new Preflight(), or 'off'",
};

/** Throws HostError for a host without one of them: a program in JavaScript has no compiler. */
export function checkGiven(args: { readonly host?: unknown } = {}): void {
  const isGiven = (name: string, value: unknown) =>
    (typeof value === 'object' && value !== null) || (name === 'preflight' && value === 'off');
  const [name, example] =
    Object.entries(REQUIRED).find(([one]) => !isGiven(one, (args as Record<string, unknown>)[one])) ?? [];
  if (name === undefined) return;
  const missing = { code: `no-${name}`, what: `has no ${name}`, fix: `give it, as ${example}` };
  throw new HostError(missing, String(args.host));
}

const ARGUMENT_ERRORS = [HostError, ReaderOptionError, RedirectError, ResolverError];

/** What `act` returns. An error about an argument has `where`, the declaration, in front of its message. */
export function withArguments<Result>(where: Shown, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    const isExpected = ARGUMENT_ERRORS.some((one) => error instanceof one);
    if (!isExpected) throw error;
    const { message } = error as Error;
    throw asRunError(error as Error, shown`${where}: ${paragraph(message)}`);
  }
}
