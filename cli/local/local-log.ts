// What the preflight says of hosts, in the terminal of `npm run local`.
import {
  namedLine,
  paragraph,
  type Shown,
  shown,
  type Terminal,
  textWidth,
} from '@petstore/custom-domains/output';
import type { HostOutput } from '../../infra/hosts/host-output.ts';
import type { PreflightLog, WaitsFor } from '../../infra/hosts/log.ts';
import { listShape } from '../terminal.ts';

export interface LocalLog extends PreflightLog {
  /** The hosts of the deployment that begins, whose names form a column. */
  begin(hosts: readonly string[]): void;
  /**
   * After the changes, the last lines of a deployment: the hosts that it found as the one before did, and the commands for the next
   * steps of external hosts and of moves.
   */
  end(): void;
}

/** Style, mark, what is said of a host, and of one in which a later deployment finds the same. */
const HEADS = {
  blocked: ['red', '✗', 'blocked: left out, everything else is deployed', 'blocked'],
  warned: ['yellow', '!', 'not left out, with a warning', 'has a warning'],
} as const;

type FoundKind = keyof typeof HEADS;

/** Whether its owner, a verification or a deployment is next, only the command reads. */
const WAITS: Readonly<Record<WaitsFor, string>> = {
  owner: 'waits',
  removal: 'removed',
  move: 'moves in',
};

/** The indent of all that is below a host's line, as in `domains check`, and of the lines that the preflight gives. */
const DETAIL_INDENT = 6;
const GIVEN_INDENT = 2;

const indented = (text: string): string => text.replace(/^/gm, ' '.repeat(DETAIL_INDENT - GIVEN_INDENT));

/**
 * Prints the preflight's findings as they come, before the first resource is deployed. `internetFile`: where somebody on this
 * machine, who is the owner of external hosts too, sets their records.
 */
export function localLog(out: Terminal, internetFile: string, signal?: AbortSignal): LocalLog {
  const columns = () => textWidth(Number.isFinite(out.columns) ? out : {});
  const markOf = (kind: FoundKind) => out.paint(HEADS[kind][0], HEADS[kind][1]);
  const last = new Map<string, () => void>();
  let hosts: readonly string[] = [];
  // What the deployment before found, which a person has read, and what this one finds.
  let before: ReadonlySet<string> = new Set();
  let present = new Set<string>();
  const isKnown = (...found: readonly string[]): boolean => {
    present.add(found.join('\n'));
    return before.has(found.join('\n'));
  };
  const line = (mark: Shown, host: string, text: string, more?: string) => {
    const head = namedLine(shown`  ${mark} `, host, text, listShape(out, hosts));
    out.line(more === undefined ? head : shown`${head}\n${paragraph(more)}`);
  };
  const still = (mark: Shown, host: string, words: string) =>
    void last.set(`${words} ${host}`, () => line(mark, host, `still ${words}`));
  const found = (kind: FoundKind, host: string, findings: string, codes: readonly string[] = []) => {
    // The run is stopped, and with it the DNS that this could not read.
    if (signal?.aborted) return;
    if (codes.length > 0 && isKnown(kind, host, findings)) return still(markOf(kind), host, HEADS[kind][3]);
    line(markOf(kind), host, HEADS[kind][2], indented(findings));
  };
  return {
    get width() {
      return columns() - (DETAIL_INDENT - GIVEN_INDENT);
    },
    internetFile,
    report: (text) =>
      out.line(namedLine(shown`  ${out.paint('cyan', '~')} `, 'release', text, listShape(out, hosts))),
    begin: (names) => {
      hosts = names;
      [before, present] = [present, new Set()];
      last.clear();
    },
    leftOut: (host, ...findings) => found('blocked', host, ...findings),
    warn: (host, ...findings) => found('warned', host, ...findings),
    waits: (host, next, what) => {
      const [mark, words] = [out.paint('yellow', '…'), WAITS[what]];
      if (what !== 'removal' && isKnown(what, host, next)) still(mark, host, `${words}; ${next.trim()}`);
      else last.set(`${words} ${host}`, () => line(mark, host, words, indented(next)));
    },
    end: () => {
      for (const print of last.values()) print();
      last.clear();
    },
  };
}

/** After a deployment by the engine, which prints the findings itself and knows no local cloud. */
export function reportLeftOut(out: Terminal, outputs: unknown, internetFile: string): void {
  const { hosts = {} } = (outputs ?? {}) as { readonly hosts?: Readonly<Record<string, HostOutput>> };
  const leftOut = Object.entries(hosts).flatMap(([host, one]) => ('blocked' in one ? [host] : []));
  for (const host of leftOut) {
    const text = `left out; on the local cloud, such records are set in ${internetFile}`;
    out.line(namedLine(shown`  ${out.paint('red', '✗')} `, host, text, listShape(out, leftOut)));
  }
}
