// Warnings in the engine's log, which Pulumi shows in preview and in up.
import * as pulumi from '@pulumi/pulumi';
import { type Gated, paragraph, printable, shown } from '../output/index.ts';
import type { Warn } from '../preflight/enforce.ts';

/** Every warning of the program in the engine's log is written here. */
export function warnEngine(text: Gated): Promise<void> {
  return pulumi.log.warn(printable(text));
}

/** A line that tells what goes on. */
export function informEngine(text: Gated): Promise<void> {
  return pulumi.log.info(printable(text));
}

/** About one host. The text may quote a provider's message, and have several lines. */
export const logWarning: Warn = (host, text) => warnEngine(shown`${host}: ${paragraph(text)}`);
