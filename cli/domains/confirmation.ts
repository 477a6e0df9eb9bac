// How a removal is confirmed: the line of `petstore:removals` as it will stand in the stack's file.
import { addRemoval } from '../../infra/config/edit/edit.ts';
import { readStackFile, type StackText, stackFile } from '../../infra/config/stack-file.ts';
import { eitherOr } from '../../infra/plan/removals.ts';

export interface Confirmation {
  /** `Pulumi.production.yaml` */
  readonly file: string;
  /** In the file with the confirmation of every host; undefined where no edit supports its layout. */
  readonly line?: number;
  readonly column?: number;
  /** The line without its indent. */
  readonly text: string;
}

/** By host. A line has several hosts where the list is on one line; none has an entry where there is no file. */
export function confirmations(
  folder: string,
  stack: string,
  hosts: readonly string[],
): ReadonlyMap<string, Confirmation> {
  const file = readStackFile(stackFile(folder, stack));
  if ('problems' in file) return new Map();
  const lines = confirmed(file, hosts)?.split(/\r?\n/);
  return new Map(hosts.map((host) => [host, confirmationOf(host, file.name, lines ?? [], hosts)]));
}

function confirmed(file: StackText, hosts: readonly string[]): string | undefined {
  return hosts.reduce<string | undefined>((text, host) => {
    const edited = text === undefined ? undefined : addRemoval({ ...file, text }, host);
    return edited !== undefined && 'text' in edited ? edited.text : undefined;
  }, file.text);
}

function confirmationOf(
  host: string,
  file: string,
  lines: readonly string[],
  hosts: readonly string[],
): Confirmation {
  const start = lines.findIndex((line) => /^\s*petstore:removals:/.test(line));
  const names = (line: string) => line.replace(/#.*/, '').split(/[\s,'"[\]]+/);
  const index = lines.findIndex((line, at) => start !== -1 && at >= start && names(line).includes(host));
  const text = lines[index];
  return text === undefined
    ? { file, text: `petstore:removals: [${hosts.join(', ')}]` }
    : { file, line: index + 1, column: text.search(/\S/) + 1, text: text.trim() };
}

/** `keep`: what the host stays by. To go on after "production refuses to remove it: ", and before the commands or the line. */
export function refusalFix({ file, line }: Confirmation, keep: string): string {
  return eitherOr(keep, `confirm its removal in ${file}${line === undefined ? '' : `, line ${line}`}`);
}
