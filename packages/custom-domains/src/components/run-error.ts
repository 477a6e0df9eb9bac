// Errors that Pulumi shows by their message alone. Of any other it shows the program's stack too.
import * as pulumi from '@pulumi/pulumi';
import { printable, type Shown } from '../output/index.ts';

/**
 * The error itself, with that message and with the mark by which Pulumi's runtime knows a RunError (`RunError.isInstance`,
 * cmd/run/run.ts). It stays of its class, with its code, its stack and its cause.
 */
export function asRunError<Thrown extends Error>(error: Thrown, text: Shown): Thrown {
  const short = new pulumi.RunError(printable(text));
  return Object.assign(error, short, { message: short.message });
}
