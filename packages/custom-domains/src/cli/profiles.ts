// `custom-domains profiles`: what it knows of authorities and targets, where it is from, and when that was read.
import { AUTHORITIES, type Source } from '../authorities/index.ts';
import { join, json, shown } from '../output/index.ts';
import type { ToolIo } from './io.ts';
import type { Values } from './options.ts';
import { TARGETS } from './targets.ts';

/** Returns the exit status. */
export function showProfiles({ json: asJson }: Values, io: ToolIo): number {
  if (asJson) {
    const targets = TARGETS.map(({ names, attach: _, ...one }) => ({ ...one, names: names.map(String) }));
    io.print(json({ authorities: AUTHORITIES, targets }));
    return 0;
  }
  const sources = (all: readonly Source[]) =>
    all.map(({ states, url, read }) => shown`    ${states}\n      ${url} (read ${read})`);
  io.print(
    join([
      'Authorities',
      ...AUTHORITIES.flatMap(({ id, title, issuers, methods, sources: all }) => [
        shown`  ${id}: ${title}; CAA ${issuers.join(', ')}; validated by ${methods.map((one) => one.id).join(', ')}`,
        ...sources(all),
      ]),
      'Targets',
      ...TARGETS.flatMap(({ id, title, example, source }) => [
        shown`  ${id}: ${title}; a name like ${example}`,
        ...sources([source]),
      ]),
    ]),
  );
  return 0;
}
