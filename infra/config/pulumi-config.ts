// The stack's config inside a Pulumi program: the only module that uses Pulumi's configuration.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { paragraph, printable } from '@petstore/custom-domains/output';
import * as pulumi from '@pulumi/pulumi';
import type { RawConfig } from './declared.ts';
import { parseSettings } from './parse.ts';
import { type Problem, ProblemsError, sizeProblem } from './problem.ts';
import type { Settings } from './settings.ts';

const PROJECT_FOLDER = fileURLToPath(new URL('../..', import.meta.url));

/** Settings of the stack that runs. A config with problems ends the run before anything is created, without a stack trace. */
export async function readSettings(folder = PROJECT_FOLDER): Promise<Settings> {
  const name = fileName();
  const file = statSync(join(folder, name), { throwIfNoEntry: false });
  const refused = sizeProblem(name, file?.size ?? 0);
  if (refused !== undefined) throw await configError([refused], folder);
  const result = parseSettings(pulumi.getStack(), readConfig());
  if ('settings' in result) return result.settings;
  throw await configError(result.problems, folder);
}

/** Problems of the config as Pulumi shows them: a RunError's message alone; any other error comes with the program's stack. */
export async function configError(problems: readonly Problem[], folder = PROJECT_FOLDER) {
  const name = fileName();
  const file = join(folder, name);
  // Loaded here only: a run without problems reads no YAML. Without the file no problem has a place.
  const { placed } = await import('./places.ts');
  const all = existsSync(file) ? placed(problems, readFileSync(file, 'utf8')) : problems;
  const cause = new ProblemsError(name, all);
  return new pulumi.RunError(printable(paragraph(cause.message)), { cause });
}

const fileName = (): string => `Pulumi.${pulumi.getStack()}.yaml`;

/** Every key that the engine passed, providers' keys included, as text. Secrets come in plain text: to be passed on, never shown. */
export const engineConfig = (): Record<string, string> => pulumi.runtime.allConfig();

function readConfig(): RawConfig {
  const entries = Object.entries(engineConfig());
  return Object.fromEntries(entries.map(([key, text]) => [key, isStructure(key) ? decode(text) : text]));
}

/** The providers read their other keys themselves. */
const isStructure = (key: string) => key.startsWith('petstore:') || key === 'aws:allowedAccountIds';

/** Structures come as JSON and scalars as text. Text that begins like JSON and is not stays text, and is refused as such. */
function decode(text: string): unknown {
  if (text === 'null') return null;
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
