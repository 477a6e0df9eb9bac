// The stack's config inside a Pulumi program: the only place that touches Pulumi's own configuration.
import * as pulumi from '@pulumi/pulumi';
import { parseSettings } from './parse.ts';
import { ProblemsError } from './problem.ts';
import type { Settings } from './settings.ts';
import type { RawConfig } from './stack-file.ts';

/** Settings of the stack that runs. A bad config ends the run before anything is created, without a stack trace. */
export function readSettings(): Settings {
  const stack = pulumi.getStack();
  const result = parseSettings(stack, readConfig());
  if ('settings' in result) return result.settings;
  const cause = new ProblemsError(`Pulumi.${stack}.yaml`, result.problems);
  // Pulumi shows a RunError's message alone; any other error comes with the program's stack.
  throw new pulumi.RunError(cause.message, { cause });
}

/** Every key that the engine passed, unknown ones too, as the stack's file has them. */
function readConfig(): RawConfig {
  const entries = Object.entries(pulumi.runtime.allConfig());
  return Object.fromEntries(entries.map(([key, text]) => [key, isStructure(key) ? decode(text) : text]));
}

/** Others of the providers' keys are theirs to read. */
const isStructure = (key: string) => key.startsWith('petstore:') || key === 'aws:allowedAccountIds';

/** Structures come as JSON and scalars as text; text that only looks like JSON stays text, to be refused as such. */
function decode(text: string): unknown {
  if (text === 'null') return null;
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
