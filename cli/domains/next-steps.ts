// The next steps of an external host, as the commands print them.
import { relative } from 'node:path';
import { join, type Shown, shown } from '@petstore/custom-domains/output';
import type { NextStep, OwnersRemoval, StepOptions } from '../../infra/hosts/external-host.ts';
import type { Context } from './context.ts';

export function stepOptions({ stack, local, io }: Context): StepOptions {
  const file = local?.internetFile;
  return { stack, ...(file !== undefined && { internetFile: relative(io.folder, file) }) };
}

/** A line for each: `next    once they are set: npm run domains -- verify HOST`. */
export function nextLines(steps: readonly NextStep[], indent: number): Shown[] {
  return steps.map(({ when, command }, index) => {
    const label = index === 0 ? 'next    ' : '        ';
    return shown`${' '.repeat(indent)}${label}${when}: ${command}`;
  });
}

export function ownersTask({ what, records }: OwnersRemoval, indent: number): Shown {
  const left = ' '.repeat(indent);
  return join([shown`${left}${what}`, ...records.map((record) => shown`${left}  ${record}`)]);
}
