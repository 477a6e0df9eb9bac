// What a printed command, or the advice to run one, needs to know of its stack.
import { type Command, command } from '@petstore/custom-domains/output';

/** The words that name the stack in a printed command: none for the local stack, the default while it is served. */
export function stackOption(stack: string): readonly string[] {
  return stack === 'local' ? [] : ['--stack', stack];
}

/** `more`: words of further options. `reading`: those of the options that the command that prints it was given. */
export function domainsCommand(
  name: string,
  host: string,
  { stack, reading }: { readonly stack: string; readonly reading?: readonly string[] },
  more: readonly string[] = [],
): Command {
  return command`npm run domains -- ${name} ${host} ${stackOption(stack)} ${more} ${reading ?? []}`;
}

/** For a sentence: what sets again what is not as the state of the stack has it. A run without the engine compares when it starts. */
export function refreshOf(stack: string): string {
  if (stack !== 'local') return command`pulumi up --refresh --stack ${stack}`;
  return 'stop npm run local and start it again; with --engine: source .local/pulumi.env && pulumi up --refresh';
}
