// What the preflight says of hosts, in the terminal of `npm run local`.
import {
  count,
  namedLine,
  paragraph,
  type Shown,
  shown,
  textWidth,
  wrap,
} from '@petstore/custom-domains/output';
import type { HostOutput } from '../../infra/hosts/host-output.ts';
import type { PreflightLog, WaitsFor } from '../../infra/hosts/log.ts';
import { recordsPlace } from '../local-files.ts';
import { listShape, type Terminal } from '../terminal.ts';

export interface LocalLog extends PreflightLog {
  /** The hosts of the deployment that begins, whose names form a column. */
  begin(hosts: readonly string[]): void;
  /**
   * After the changes, the last lines of a deployment: how many hosts it found as the one before did, what the owners of external
   * hosts do next, and the next steps of moves.
   */
  end(): void;
}

/**
 * Prints the preflight's findings as they come, before the first resource is deployed. `internetFile`: where somebody on this
 * machine, who is the owner of external hosts too, sets their records.
 */
export function localLog(out: Terminal, internetFile: string): LocalLog {
  const waiting = new Map<string, () => void>();
  let hosts: readonly string[] = [];
  const line = (mark: Shown, host: string, text: string, more: string) => {
    const head = namedLine(shown`  ${mark} `, host, text, listShape(out, hosts));
    out.line(shown`${head}\n${paragraph(more)}`);
  };
  const known = new KnownFindings();
  const again: FoundKind[] = [];
  const found = (kind: FoundKind, host: string, findings: string, codes: readonly string[] = []) => {
    const isKnown = codes.length > 0 && known.has([kind, host, findings].join('\n'));
    if (isKnown) return void again.push(kind);
    const place = placeLines(recordsPlace(internetFile), columnsOfText(out));
    line(markOf(kind, out), host, HEADS[kind].first, `${indented(findings)}\n${place}`);
  };
  return {
    get width() {
      return columnsOfText(out) - (DETAIL_INDENT - GIVEN_INDENT);
    },
    internetFile,
    begin: (names) => {
      hosts = names;
      known.begin();
      again.length = 0;
    },
    leftOut: (host, ...findings) => found('blocked', host, ...findings),
    warn: (host, ...findings) => found('warned', host, ...findings),
    waits: (host, next, what) => {
      const [mark, words] = [out.paint('yellow', '…'), WAITS[what]];
      const isKnown = known.has([what, host, next].join('\n'));
      waiting.set(`${what} ${host}`, () =>
        isKnown
          ? out.line(shown`  ${mark} still ${words}: ${host}`)
          : line(mark, host, words, indented(next)),
      );
    },
    end: () => {
      for (const [kind, { length }] of Map.groupBy(again, (one) => one))
        out.line(
          shown`  ${markOf(kind, out)} ${count(length, 'host')} ${HEADS[kind].again}: ${CHECK} shows why`,
        );
      for (const print of waiting.values()) print();
      waiting.clear();
    },
  };
}

const WAITS: Readonly<Record<WaitsFor, string>> = { owner: 'waits for its owner', move: 'moves in' };

type FoundKind = 'blocked' | 'warned';

const CHECK = 'npm run domains -- check --stack local';

interface Head {
  readonly style: 'red' | 'yellow';
  readonly mark: string;
  /** What is said of a host. */
  readonly first: string;
  /** Of the number of those in which a later deployment finds the same. */
  readonly again: string;
}

const HEADS: Readonly<Record<FoundKind, Head>> = {
  blocked: {
    ...{ style: 'red', mark: '✗', again: 'blocked as before' },
    first: 'blocked: left out, everything else is deployed',
  },
  warned: {
    style: 'yellow',
    mark: '!',
    again: 'with a warning as before',
    first: 'deployed, with a warning',
  },
};

function markOf(kind: FoundKind, out: Terminal): Shown {
  const { style, mark } = HEADS[kind];
  return out.paint(style, mark);
}

/** The findings of the deployment before: a person has read them. */
class KnownFindings {
  #before: ReadonlySet<string> = new Set();
  #present = new Set<string>();

  begin(): void {
    this.#before = this.#present;
    this.#present = new Set();
  }

  /** Whether the deployment before found the same. */
  has(found: string): boolean {
    this.#present.add(found);
    return this.#before.has(found);
  }
}

/** As `domains check` has it. */
const columnsOfText = (out: Terminal): number => textWidth(Number.isFinite(out.columns) ? out : {});

const placeLines = (place: string, columns: number): string =>
  wrap(place, columns - DETAIL_INDENT)
    .map((part) => `${' '.repeat(DETAIL_INDENT)}${part}`)
    .join('\n');

/** Of all that is below a host's line, as `domains check` has it. */
const DETAIL_INDENT = 6;
/** Of the lines that the preflight gives. */
const GIVEN_INDENT = 2;

const indented = (text: string): string => text.replace(/^/gm, ' '.repeat(DETAIL_INDENT - GIVEN_INDENT));

/** After a deployment by the engine, which prints the findings itself and knows no local cloud. */
export function reportLeftOut(out: Terminal, outputs: unknown, internetFile: string): void {
  const { hosts = {} } = (outputs ?? {}) as { readonly hosts?: Readonly<Record<string, HostOutput>> };
  const leftOut = Object.keys(hosts).filter((host) => hosts[host]?.blocked !== undefined);
  for (const host of leftOut) {
    const text = `left out; ${recordsPlace(internetFile)}`;
    out.line(namedLine(shown`  ${out.paint('red', '✗')} `, host, text, listShape(out, leftOut)));
  }
}
