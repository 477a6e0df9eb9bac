// The drill of the engine's state, with the embedded engine in the place of the Pulumi CLI: which commands recover the stack.
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printable } from '@petstore/custom-domains/output';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EngineCommand } from '../../../cli/drill/engine-command.ts';
import { recoverEngineState } from '../../../cli/drill/engine-state.ts';
import { Stage } from '../../../cli/drill/stage.ts';
import type { Steps } from '../../../cli/drill/steps.ts';

const LIMIT_MS = 120_000;
let folder: string;
let stage: Stage;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'petstore-drills-'));
  vi.stubEnv('TMPDIR', folder);
  stage = await Stage.open();
});
afterEach(async () => {
  await stage.close();
  expect(readdirSync(folder).filter((name) => name.startsWith('petstore-drill-'))).toEqual([]);
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** What happened, one below the other; a step is noted when it is done. */
let done: string[];
const step: Steps['step'] = async (text, work) => {
  const result = await work();
  done.push(`✓ ${printable(text)}`);
  return result;
};

/** The state is that of the stage's own engine; a copy in the folder of the backend stands for the CLI's. */
function embedded(refused?: string): EngineCommand {
  const backend = join(stage.folder, 'pulumi', 'stack.json');
  const work: Record<string, (file: string) => Promise<string> | string> = {
    select: () => {
      rmSync(stage.stateFile, { force: true });
      stage.reloadState();
      writeFileSync(backend, '{}');
      return '';
    },
    up: async () => {
      await stage.up();
      const text = JSON.stringify(stage.outputs);
      // From here on it is what the drill makes of the printed outputs.
      Object.assign(stage, { outputs: undefined, key: '' });
      writeFileSync(backend, text);
      return text;
    },
    output: async () => {
      await stage.up();
      const text = JSON.stringify(stage.outputs);
      Object.assign(stage, { outputs: undefined, key: '' });
      return text;
    },
    export: (file) => {
      stage.saveState();
      copyFileSync(stage.stateFile, file);
      return '';
    },
    import: (file) => {
      copyFileSync(file, stage.stateFile);
      stage.reloadState();
      return '';
    },
    refresh: () => '',
    preview: async () => {
      const changes = await stage.up({ refresh: true });
      if (changes.length > 0) throw new Error(`changes were found: ${changes.join(', ')}`);
      return '';
    },
  };
  return async (...args) => {
    done.push(`$ pulumi ${args.join(' ').replace(stage.folder, 'FOLDER')}`);
    const name = args[0] === 'stack' ? args[1] : args[0];
    if (name === refused) throw new Error(`${name} was refused`);
    return (await work[name ?? '']?.(args.at(-1) ?? '')) ?? '';
  };
}

test('the stack is exported, lost, imported and the same', { timeout: LIMIT_MS }, async () => {
  done = [];
  await recoverEngineState(stage, embedded(), step);
  expect(done.join('\n')).toMatchInlineSnapshot(`
    "$ pulumi stack select local --create --non-interactive
    $ pulumi up --yes --non-interactive
    ✓ pulumi up
    $ pulumi stack output --json
    $ pulumi stack export --file FOLDER/exported.json
    ✓ pulumi stack export
    ✓ accident: the state is lost, with the backups of the engine
    $ pulumi stack select local --create --non-interactive
    $ pulumi stack import --file FOLDER/exported.json
    ✓ pulumi stack import
    $ pulumi refresh --yes --non-interactive
    ✓ pulumi refresh
    $ pulumi preview --expect-no-changes --non-interactive
    ✓ pulumi preview --expect-no-changes
    ✓ answers compared"
  `);
});

test('an engine that refuses the import recovers nothing', { timeout: LIMIT_MS }, async () => {
  done = [];
  await expect(recoverEngineState(stage, embedded('import'), step)).rejects.toThrow('import was refused');
  expect(done.at(-1)).toBe('$ pulumi stack import --file FOLDER/exported.json');
});
