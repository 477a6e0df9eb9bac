// What an edit takes from a stack's file beside the declaration of a host.
import { keysNaming } from '../../infra/config/edit/host-list.ts';
import { parseStackText, type RawConfig, readStackFile, stackFile } from '../../infra/config/stack-file.ts';
import type { StackPlace } from './context.ts';

export interface Taken {
  /** `petstore:removals and petstore:ttl`; undefined where no other key had the host. */
  readonly from?: string;
  /** The keys that are no longer in the file. */
  readonly removed: readonly string[];
}

/** Call it before an edit, and the result after it. */
export function takenWith(place: StackPlace): (host: string) => Taken {
  const before = readRaw(place);
  return (host) => {
    const after = readRaw(place);
    const still = keysNaming(after, host);
    const keys = keysNaming(before, host).filter((key) => !still.includes(key));
    const removed = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
    return { ...(keys.length > 0 && { from: keys.join(' and ') }), removed };
  };
}

/** Without the project's defaults. */
function readRaw({ folder, stack }: StackPlace): RawConfig {
  const file = readStackFile(stackFile(folder, stack));
  if ('problems' in file) return {};
  const parsed = parseStackText({ name: file.name, text: file.text });
  return 'problems' in parsed ? {} : parsed.raw;
}
