// What a printed command, or the advice to run one, needs to know of its stack.
import { type Command, command } from '@petstore/custom-domains/output';

export interface Audience {
  readonly stack: string;
  /** Of the local cloud: the zone file that has the records of the rest of the internet, those of a host's owner too. */
  readonly internetFile?: string;
  /** Of the options that the command was given, which each command that it prints needs too: where the project is, how DNS is read, what is
   * deployed. A program that Pulumi runs has none. */
  readonly words: readonly string[];
  /** Those that hold for any stack, and after the next deployment: all but the outputs. */
  readonly reading?: readonly string[];
}

/** As its user calls it, where no local cloud says. */
export function localZoneFile({ internetFile }: Audience): string {
  return internetFile ?? 'cli/local/internet.zone, or the file that --internet names';
}

/** The words that name the stack in a printed command: none for the local stack, the default while it is served. */
export function stackOption(stack: string): readonly string[] {
  return stack === 'local' ? [] : ['--stack', stack];
}

export function domainsCommand(
  name: string,
  hosts: string | readonly string[],
  { stack, words }: Pick<Audience, 'stack' | 'words'>,
  more: readonly string[] = [],
): Command {
  return command`npm run domains -- ${name} ${hosts} ${stackOption(stack)} ${more} ${words}`;
}

/** For a sentence: what sets again what is not as the state of the stack has it. A run without the engine compares when it starts. */
export function refreshOf(stack: string): string {
  if (stack !== 'local') return command`pulumi up --refresh --stack ${stack}`;
  return 'stop npm run local and start it again; with --engine: source .local/pulumi.env && pulumi up --refresh';
}
