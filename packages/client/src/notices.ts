// What responses say about the future of an operation: it is deprecated, or in beta. Each is reported once.
export interface DeprecationNotice {
  readonly kind: 'deprecated';
  /** `GET /pets/{petId}`. */
  readonly operation: string;
  readonly since: Date | undefined;
  /** When the operation will be removed. */
  readonly sunset: Date | undefined;
  /** The URL of what replaces the operation. */
  readonly replacement: string | undefined;
}

export interface BetaNotice {
  readonly kind: 'beta';
  readonly operation: string;
  /** What may change, in the service's words. */
  readonly mayChange: string | undefined;
}

export type Notice = DeprecationNotice | BetaNotice;

/** Of `@1764892800`, a Date of RFC 9651, section 3.3.7, or of an HTTP-date, such as that of `Sunset` (RFC 8594). */
function dateOf(value: string | null): Date | undefined {
  const [, seconds] = /^@(-?\d+)$/.exec(value?.trim() ?? '') ?? [];
  const date = new Date(seconds === undefined ? (value ?? '') : Number(seconds) * 1_000);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function noticesOf(operation: string, headers: Headers): readonly Notice[] {
  const notices: Notice[] = [];
  const deprecation = headers.get('deprecation');
  if (deprecation !== null) {
    const since = dateOf(deprecation);
    const sunset = dateOf(headers.get('sunset'));
    // RFC 8288 and RFC 5829.
    const [, replacement] = /<([^>]*)>;\s*rel="successor-version"/i.exec(headers.get('link') ?? '') ?? [];
    notices.push({ kind: 'deprecated', operation, since, sunset, replacement });
  }
  const stability = headers.get('x-stability') ?? '';
  if (/^beta\b/.test(stability)) {
    const [, mayChange] = /may-change="([^"]*)"/.exec(stability) ?? [];
    notices.push({ kind: 'beta', operation, mayChange });
  }
  return notices;
}

/** Reports each kind of notice of an operation the first time that a response has it. What `report` throws changes no call. */
export function createNoticeReporter(report: (notice: Notice) => void) {
  const reported = new Set<string>();
  return (operation: string, headers: Headers): void => {
    for (const notice of noticesOf(operation, headers)) {
      const id = `${notice.kind} ${operation}`;
      if (reported.has(id)) continue;
      reported.add(id);
      try {
        report(notice);
      } catch {
        // The response is as good as without the notice.
      }
    }
  };
}

function describe(notice: Notice): string {
  if (notice.kind === 'beta')
    return `${notice.operation} is in beta; what may change: ${notice.mayChange ?? 'all of it'}`;
  const { operation, sunset, replacement } = notice;
  const until = sunset === undefined ? '' : `, and will be removed on ${sunset.toISOString().slice(0, 10)}`;
  return `${operation} is deprecated${until}${replacement === undefined ? '' : `: use ${replacement}`}`;
}

/** As a warning of Node's, which prints it and lets a program handle it; nothing in a browser. */
export function warn(notice: Notice): void {
  const code = notice.kind === 'beta' ? 'PETSTORE_BETA' : 'PETSTORE_DEPRECATED';
  globalThis.process?.emitWarning?.(describe(notice), { type: 'PetstoreWarning', code });
}
