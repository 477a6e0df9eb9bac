// How a host leaves a stack's file: the commands that take it out, where they can, else the place to edit.
import { type RawConfig, type StackText, settingsOf, stackOf } from '../stack-file.ts';
import type { EditResult } from './apply.ts';
import { type DeclaredPlace, otherHosts } from './declared-places.ts';
import { removeHost, setPrimary } from './edit.ts';
import { isInList } from './host-list.ts';
import { canServe } from './refusals.ts';

export interface Freeing {
  readonly text: string;
  /** Those that the text has in it, each a line to paste. */
  readonly commands: readonly string[];
}

/**
 * In words that go on after "…: ", with the commands as one line to paste. Each is tried on the text before it is named.
 * `where`: how the reader looks at the file.
 */
export function freeingFix(
  file: StackText,
  config: RawConfig,
  place: DeclaredPlace,
  where: 'here' | 'there',
): Freeing {
  const { host, role } = place;
  const command = (verb: string, name: string) =>
    `npm run domains -- ${verb} ${name} --stack ${stackOf(file.name)}`;
  const remove = command('remove', host);
  // The commands refuse a file that has any problem.
  const isWhole = 'settings' in settingsOf(stackOf(file.name) ?? '', file);
  if (isWhole && isMade(removeHost(file, host)))
    return { text: `remove it ${where} (${remove})`, commands: [remove] };
  const next = isWhole && role === 'primary' ? successor(file, config, place) : undefined;
  if (next === undefined) return { text: `take it out of ${file.name} in an editor`, commands: [] };
  const both = `${command('primary', next)} && ${remove}`;
  return { text: `make another host the primary ${where}, then remove it (${both})`, commands: [both] };
}

/** A host of the same site that the command `primary` takes, and after which the former primary can be removed. */
function successor(file: StackText, config: RawConfig, { host, site }: DeclaredPlace): string | undefined {
  const mayServe = otherHosts(config, site).filter(
    (name) => canServe(name, config) && !isInList(config, 'petstore:moving', name),
  );
  return mayServe.find((name) => {
    const swapped = setPrimary(file, name);
    return 'text' in swapped && isMade(removeHost({ ...file, text: swapped.text }, host));
  });
}

const isMade = (result: EditResult): boolean => 'text' in result;
