// What a run shows, without a terminal.
import { shown, type Terminal } from '@petstore/custom-domains/output';

export function screen() {
  const lines: string[] = [];
  const statuses: string[] = [];
  return {
    ...{ lines, statuses, isTerminal: false, color: false, columns: Number.POSITIVE_INFINITY },
    line: (text) => void lines.push(String(text ?? '')),
    status: (text) => void statuses.push(String(text)),
    paint: (_style, text) => shown`${text}`,
  } satisfies Terminal & Readonly<Record<'lines' | 'statuses', string[]>>;
}
