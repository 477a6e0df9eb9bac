// The drill of the engine's state, with a program in the place of the Pulumi CLI: what it is started with, and that a step which
// the engine refuses fails the drill.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { printable } from '@petstore/custom-domains/output';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { engineStateDrill } from '../../../cli/drill/engine-state.ts';
import { ROOT } from '../../../cli/drill/stage.ts';
import { findPulumi } from '../../../cli/local/engine-environment.ts';

const LIMIT_MS = 120_000;
const pulumi = findPulumi();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'petstore-refusing-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

function onPath(script: string): void {
  writeFileSync(join(folder, 'pulumi'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  vi.stubEnv('PATH', [folder, process.env.PATH].join(delimiter));
}

/** Runs the drill; the lines of what is done, or left out. */
function drill() {
  const done: string[] = [];
  const ended = engineStateDrill({
    step: async (text, work) => {
      const result = await work();
      done.push(printable(text));
      return result;
    },
    skipped: (text) => void done.push(`- ${printable(text)}`),
  });
  return { done, ended };
}

const isRefused = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', () => resolve(true));
  });

test('without a CLI on the path it is left out, and that is said', async () => {
  vi.stubEnv('PATH', folder);
  const { done, ended } = drill();
  await ended;
  expect(done).toEqual(['- the same with the Pulumi CLI: left out, as it is not on the path']);
});

test('the CLI runs in the project, on the local cloud alone; what it prints is why the drill fails', {
  timeout: 60_000,
}, async () => {
  vi.stubEnv('TMPDIR', folder);
  vi.stubEnv('OF_THE_SHELL', 'kept');
  onPath('echo "$PWD $PULUMI_BACKEND_URL $PULUMI_DEBUG_PROVIDERS $OF_THE_SHELL" >&2; exit 1');
  const { done, ended } = drill();
  const { message } = await ended.then(
    () => new Error('nothing'),
    (error: Error) => error,
  );
  const [, ...providers] = /aws:(\d+),cloudflare:(\d+)/.exec(message) ?? [];
  expect(message.replaceAll(ROOT, 'ROOT').replaceAll(folder, 'TMP')).toMatch(
    /^pulumi stack select local --create --non-interactive: ROOT file:\/\/TMP\/petstore-drill-\w+\/pulumi aws:\d+,cloudflare:\d+ kept$/,
  );
  expect(done).toEqual(['embedded cloud, for the Pulumi CLI']);
  expect(readdirSync(folder).filter((name) => name.startsWith('petstore-drill-'))).toEqual([]);
  expect(await Promise.all(providers.map((port) => isRefused(Number(port))))).toEqual([true, true]);
});

describe.skipIf(pulumi === undefined)('with the Pulumi CLI', () => {
  test('a preview that finds changes after the import is no recovery', { timeout: LIMIT_MS }, async () => {
    onPath(`[ "$1" = preview ] && { echo 'error: changes were found'; exit 255; }\nexec '${pulumi}' "$@"`);
    const { done, ended } = drill();
    await expect(ended).rejects.toThrow('changes were found');
    expect(done.at(-1)).toBe('pulumi refresh');
  });
});
