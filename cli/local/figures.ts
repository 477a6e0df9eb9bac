// The figures of the running local cloud at a glance: those of the stack's dashboard, and the calls by operation, from the log.
import { pad, type Shown, shown } from '@petstore/custom-domains/output';
import type { Figure, Glance } from '@petstore/local-cloud/cloud';
import { countOf, figureWords, rounded, withoutUnit } from './figure-words.ts';

export interface OperationFigures {
  readonly operation: string;
  readonly calls: number;
  readonly errors: number;
  readonly p50: number;
  readonly p99: number;
}

export interface Figures extends Glance {
  readonly operations: readonly OperationFigures[];
}

/** Of each operation: older ones say little about now. */
const KEPT_DURATIONS = 1000;

interface Counted {
  calls: number;
  errors: number;
  readonly durations: number[];
}

/** Counts the lines of requests in the function's log. */
export class OperationCounter {
  readonly #counted = new Map<string, Counted>();

  add(line: string): void {
    if (!line.includes('"operation":"')) return;
    const { operation, status, durationMs } = parsed(line);
    if (operation === undefined || status === undefined || durationMs === undefined) return;
    const counted = this.#counted.get(operation) ?? { calls: 0, errors: 0, durations: [] };
    this.#counted.set(operation, counted);
    counted.calls += 1;
    if (status >= 500) counted.errors += 1;
    counted.durations.push(durationMs);
    if (counted.durations.length > KEPT_DURATIONS) counted.durations.shift();
  }

  figures(): OperationFigures[] {
    return [...this.#counted].map(([operation, { calls, errors, durations }]) => ({
      ...{ operation, calls, errors },
      ...{ p50: percentile(durations, 0.5), p99: percentile(durations, 0.99) },
    }));
  }
}

/** A screenful. Widgets without any datapoint are left out, and so is a figure that another widget has already. */
export function figureLines({ widgets, operations, raised }: Figures): Shown[] {
  const named = new Set<string>();
  const measured = widgets.flatMap(({ title, figures }) => {
    const known = figures.filter((figure): figure is Figure & { value: number } => {
      const isNew = !named.has(`${figure.id} ${figure.value}`);
      named.add(`${figure.id} ${figure.value}`);
      return figure.value !== undefined && isNew;
    });
    return known.length === 0 ? [] : [{ title, known }];
  });
  return [
    shown`  ${pad('Alarms', 30)} ${raised.length === 0 ? 'none is raised' : raised.join(', ')}`,
    ...operations.map(
      ({ operation, calls, errors, p50, p99 }) =>
        shown`  ${pad(operation, 30)} ${countOf(calls, 'call', 'calls')}, ${countOf(errors, 'error', 'errors')}, p50 ${rounded(p50)} ms, p99 ${rounded(p99)} ms`,
    ),
    ...measured.map(
      ({ title, known }) => shown`  ${pad(withoutUnit(title), 30)} ${known.map(figureWords).join(' · ')}`,
    ),
    shown`  Operations since the start, the others within the last hour or, where they say so, day. The dashboard of a deployed stack shows the same.`,
  ];
}

function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? 0;
}

function parsed(line: string): { operation?: string; status?: number; durationMs?: number } {
  try {
    return JSON.parse(line) as ReturnType<typeof parsed>;
  } catch {
    return {};
  }
}
