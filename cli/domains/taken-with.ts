// What an edit takes from a stack's file beside the declaration of a host, and the comments that it leaves without their key.
import { type Shown, shown } from '@petstore/custom-domains/output';
import { keysNaming } from '../../infra/config/edit/host-entries.ts';
import { SITE_NAMES } from '../../infra/config/schema.ts';
import { parseStackText, type RawConfig, readStackFile, stackFile } from '../../infra/config/stack-file.ts';
import { isMapping } from '../../infra/config/yaml.ts';
import type { Context } from './context.ts';

export interface Taken {
  /** `petstore:removals and petstore:ttl`; undefined where no other key had the host. */
  readonly from?: string;
  /** As `from`, of the keys that have the host again. */
  readonly restored?: string;
  /** The keys that are no longer in the file. */
  readonly removed: readonly string[];
  /** A line for each comment that introduces a key which is no longer there. */
  readonly comments: readonly Shown[];
}

/** Call it before an edit, and the result after it. */
export function takenWith(place: Pick<Context, 'folder' | 'stack'>): (host: string) => Taken {
  const before = readLines(place);
  return (host) => {
    const after = readLines(place);
    const still = keysNaming(after.raw, host);
    const was = keysNaming(before.raw, host);
    const keys = was.filter((key) => !still.includes(key));
    const again = still.filter((key) => !was.includes(key));
    const removed = Object.keys(before.raw).filter((key) => !Object.hasOwn(after.raw, key));
    const comments = [...removed.map((key) => [key]), ...removedOfSites(before.raw, after.raw)].flatMap(
      (path) => leftComment(path, before.lines, after.lines),
    );
    return {
      ...(keys.length > 0 && { from: keys.join(' and ') }),
      ...(again.length > 0 && { restored: again.join(' and ') }),
      removed,
      comments,
    };
  };
}

/** The keys that a site which stays in the file has lost, such as its redirects. */
function removedOfSites(before: RawConfig, after: RawConfig): string[][] {
  return SITE_NAMES.map((site) => `petstore:${site}`).flatMap((site) => {
    const [was, is] = [before[site], after[site]];
    if (!isMapping(was) || !isMapping(is)) return [];
    return Object.keys(was).flatMap((key) => (Object.hasOwn(is, key) ? [] : [[site, key]]));
  });
}

interface Lines {
  /** Without the project's defaults. */
  readonly raw: RawConfig;
  readonly lines: readonly string[];
}

function readLines({ folder, stack }: Pick<Context, 'folder' | 'stack'>): Lines {
  const file = readStackFile(stackFile(folder, stack));
  if ('problems' in file) return { raw: {}, lines: [] };
  const { name, text } = file;
  const parsed = parseStackText({ name, text });
  return { raw: 'problems' in parsed ? {} : parsed.raw, lines: text.split(/\r?\n/) };
}

/** The line directly above a key is about it. An edit keeps the order of comments, so that one of several with a text is found by its number. */
function leftComment(path: readonly string[], before: readonly string[], after: readonly string[]): Shown[] {
  const at = path.reduce(
    (from, part) => before.findIndex((line, index) => index > from && line.trim().startsWith(`${part}:`)),
    -1,
  );
  const above = at - 1;
  const comment = before[above];
  if (comment === undefined || !comment.trim().startsWith('#')) return [];
  const number = before.slice(0, above).filter((line) => line === comment).length;
  const line = after.flatMap((text, index) => (text === comment ? [index + 1] : []))[number];
  if (line === undefined) return [];
  return [
    shown`  read the comment of line ${line}: ${path.at(-1)}, which it was above, is no longer in the file`,
  ];
}
