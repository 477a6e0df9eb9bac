// Which lines of a step's output GitHub's runner obeys (actions/runner, src/Runner.Common/ActionCommand.cs and
// src/Runner.Worker/ActionCommandManager.cs).

/** What it has registered; the token of stop-commands is added while commands are stopped. */
const REGISTERED = [
  ...['internal-set-repo-path', 'set-env', 'set-output', 'save-state', 'add-path', 'add-mask', 'add-matcher'],
  ...['remove-matcher', 'warning', 'error', 'notice', 'debug', 'group', 'endgroup', 'echo', 'stop-commands'],
];

interface RunnerCommand {
  readonly name: string;
  readonly data: string;
}

/** `::name properties::data` after white space, and `##[name properties]data` anywhere; names in any case. */
function parse(line: string, registered: readonly string[]): RunnerCommand | undefined {
  for (const form of [/^\s*::(.*?)::(.*)$/s, /^.*?##\[(.*?)\](.*)$/s]) {
    const [, info = '', data = ''] = form.exec(line) ?? [];
    const name = (info.split(' ')[0] ?? '').toLowerCase();
    if (registered.includes(name)) return { name, data };
  }
  return undefined;
}

/** The commands that it obeys, but for those that stop commands and resume them. .NET ends a line at `\r`, too. */
export function obeyed(output: string): RunnerCommand[] {
  const found: RunnerCommand[] = [];
  let token: string | undefined;
  for (const line of output.split(/\r\n|\r|\n/)) {
    const command = parse(line, token === undefined ? REGISTERED : [...REGISTERED, token]);
    if (command === undefined) continue;
    if (token === undefined && command.name === 'stop-commands') token = command.data.toLowerCase();
    else if (command.name === token) token = undefined;
    else if (token === undefined) found.push(command);
  }
  return found;
}
