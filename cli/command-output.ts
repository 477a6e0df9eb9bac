// Where commander writes help, and its refusals of arguments, which quote them: the process's streams, through the gate.
import { paragraph } from '@petstore/custom-domains/output';
import type { OutputConfiguration } from 'commander';
import { printFailure } from './exit.ts';
import { terminal } from './terminal.ts';

export const COMMAND_OUTPUT: OutputConfiguration = {
  writeOut: (text) => terminal(process.stdout).line(paragraph(text.trimEnd())),
  outputError: printFailure,
  writeErr: (text) => terminal(process.stderr).line(paragraph(text.trimEnd())),
};
