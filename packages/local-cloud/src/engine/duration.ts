// Go's durations, the format of Pulumi's customTimeouts.

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `75m`, `1h30m` → milliseconds; undefined for an empty one. Throws for what Go would refuse. */
export function parseDuration(text: string): number | undefined {
  if (text === '') return undefined;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  if (parts.map(([whole]) => whole).join('') !== text)
    throw new Error(`"${text}" is not a valid duration, such as 90s, 75m or 1h30m`);
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNIT_MS[unit ?? ''] ?? 0), 0);
}
