// The drill of the engine's state, where the Pulumi CLI is found: a step that the engine refuses fails the drill.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { engineStateDrill } from '../../../cli/drill/engine-state.ts';
import { findPulumi } from '../../../cli/local/engine-environment.ts';

const LIMIT_MS = 120_000;
const pulumi = findPulumi();
const folder = mkdtempSync(join(tmpdir(), 'petstore-refusing-'));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

describe.skipIf(pulumi === undefined)('with the Pulumi CLI', () => {
  test('a preview that finds changes after the import is no recovery', { timeout: LIMIT_MS }, async () => {
    const refusing = `#!/bin/sh\n[ "$1" = preview ] && { echo 'error: changes were found'; exit 255; }\nexec '${pulumi}' "$@"\n`;
    writeFileSync(join(folder, 'pulumi'), refusing, { mode: 0o755 });
    vi.stubEnv('PATH', [folder, process.env.PATH].join(delimiter));
    const done: string[] = [];
    const drill = engineStateDrill({
      step: async (text, work) => {
        const result = await work();
        done.push(String(text));
        return result;
      },
      skipped: () => undefined,
    });
    await expect(drill).rejects.toThrow('changes were found');
    expect(done.at(-1)).toBe('pulumi refresh');
  });
});
