// The log of the step. Whatever a script prints goes through here, and so does what it starts: between the two lines that
// this writes in a run, GitHub obeys no command.
import { createActionsLog } from '../../packages/custom-domains/src/output/index.ts';

export const log = createActionsLog(
  (text) => void process.stdout.write(text),
  process.env.GITHUB_ACTIONS === 'true',
);
process.on('exit', () => log.close());
