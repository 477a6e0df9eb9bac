// The log of a GitHub Actions step: commands are stopped while it contains what others control.
// docs.github.com, "Workflow commands": stop-commands with a token that nobody can guess.
import { randomBytes } from 'node:crypto';
import { visibleLines } from './escape.ts';
import { type Gated, printable } from './gated.ts';

export interface ActionsLog {
  line(text: Gated): void;
  annotate(level: 'error' | 'warning' | 'notice', text: string): void;
  /** Call it before anything else writes to the same stream: a program that the step starts. */
  stopCommands(): void;
  close(): void;
}

/** Outside of a run (`isRun` false) there are no commands to stop. */
export function createActionsLog(write: (text: string) => void, isRun: boolean): ActionsLog {
  let token: string | undefined;
  const stopCommands = () => {
    if (!isRun || token !== undefined) return;
    token = `petstore-${randomBytes(16).toString('hex')}`;
    write(`::stop-commands::${token}\n`);
  };
  const close = () => {
    if (token !== undefined) write(`::${token}::\n`);
    token = undefined;
  };
  return {
    stopCommands,
    close,
    line: (text) => {
      stopCommands();
      write(`${printable(text)}\n`);
    },
    annotate: (level, text) => {
      const wasStopped = token !== undefined;
      close();
      write(`::${level}::${commandData(text)}\n`);
      if (wasStopped) stopCommands();
    },
  };
}

/** The data of a command, as actions/toolkit writes it (packages/core/src/command.ts, escapeData); a carriage return is visible already. */
function commandData(text: string): string {
  return visibleLines(text).replace(/%/g, '%25').replace(/\n/g, '%0A');
}
