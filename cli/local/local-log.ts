// What the preflight says of hosts, in the terminal of `npm run local`.
import { namedLine, paragraph, type Shown, shown, textWidth, wrap } from '@petstore/custom-domains/output';
import type { HostOutput } from '../../infra/hosts/host-output.ts';
import type { PreflightLog, WaitsFor } from '../../infra/hosts/preflight-log.ts';
import { recordsPlace } from '../internet-file.ts';
import { listShape, type Terminal } from '../terminal.ts';

export interface LocalLog extends PreflightLog {
  /** The hosts of the deployment that begins, whose names form a column. */
  begin(hosts: readonly string[]): void;
  /** What the owners of external hosts do next, and the next steps of moves: after the changes, as the last lines of a deployment. */
  printWaiting(): void;
}

/**
 * Prints the preflight's findings as they come, before the first resource is deployed. `internetFile`: where somebody on this
 * machine, who is the owner of external hosts too, sets their records.
 */
export function localLog(out: Terminal, internetFile: string): LocalLog {
  const waiting = new Map<string, () => void>();
  const heads: Readonly<Record<WaitsFor, string>> = {
    owner: `here, its owner's records belong in ${internetFile}, as --format zone prints them`,
    move: 'moves in',
  };
  let hosts: readonly string[] = [];
  const line = (mark: Shown, host: string, text: string, more: string) => {
    const head = namedLine(shown`  ${mark} `, host, text, listShape(out, hosts));
    out.line(shown`${head}\n${paragraph(more)}`);
  };
  const found = (mark: Shown, host: string, text: string, findings: string) =>
    line(mark, host, text, `${findings}\n${placeLines(recordsPlace(internetFile), columnsOfText(out))}`);
  return {
    get width() {
      return columnsOfText(out);
    },
    begin: (names) => {
      hosts = names;
    },
    leftOut: (host, findings) =>
      found(out.paint('red', '✗'), host, 'blocked: left out, everything else is deployed', findings),
    warn: (host, findings) => found(out.paint('yellow', '!'), host, 'deployed, with a warning', findings),
    waits: (host, next, what) => {
      waiting.set(`${what} ${host}`, () => line(out.paint('yellow', '…'), host, heads[what], indented(next)));
    },
    printWaiting: () => {
      for (const print of waiting.values()) print();
      waiting.clear();
    },
  };
}

/** As `domains check` has it. */
const columnsOfText = (out: Terminal): number => textWidth(Number.isFinite(out.columns) ? out : {});

const placeLines = (place: string, columns: number): string =>
  wrap(place, columns - PLACE_INDENT)
    .map((part) => `${' '.repeat(PLACE_INDENT)}${part}`)
    .join('\n');

const PLACE_INDENT = 6;

const indented = (text: string): string => text.replace(/^/gm, '  ');

/** After a deployment by the engine, which prints the findings itself and knows no local cloud. */
export function reportLeftOut(out: Terminal, outputs: unknown, internetFile: string): void {
  const { hosts = {} } = (outputs ?? {}) as { readonly hosts?: Readonly<Record<string, HostOutput>> };
  const leftOut = Object.keys(hosts).filter((host) => hosts[host]?.blocked !== undefined);
  for (const host of leftOut) {
    const text = `left out; ${recordsPlace(internetFile)}`;
    out.line(namedLine(shown`  ${out.paint('red', '✗')} `, host, text, listShape(out, leftOut)));
  }
}
