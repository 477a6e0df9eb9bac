// Runs a Pulumi program in this process.
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as pulumi from '@pulumi/pulumi';
import type { Backend } from './backend.ts';
import { LocalMonitor, ORGANIZATION } from './monitor.ts';

export interface ProgramRun {
  readonly outputs: Readonly<Record<string, unknown>> | undefined;
  /** What the program itself threw; undefined where only resources failed. */
  readonly error: Error | undefined;
  /**
   * The first rejection that nothing handled. Where no resource failed it is the program's own, in a callback of `apply`:
   * with the real engine the run fails (pulumi/pulumi, sdk/nodejs/cmd/run/run.ts).
   */
  readonly rejection: Error | undefined;
}

/**
 * Runs a Pulumi program in this process against a backend, to its end. A failed resource fails only its dependents. The
 * backend has reported it already, so the rejections that follow in the program are not reported again.
 * Pulumi's runtime is global: one run at a time.
 */
export async function runProgram(
  program: () => Promise<Record<string, unknown>>,
  backend: Backend,
  { project, stack, preview = false }: { project: string; stack: string; preview?: boolean },
): Promise<ProgramRun> {
  const noMocks = { newResource: () => ({ id: '', state: {} }), call: () => ({}) };
  await pulumi.runtime.setMocks(noMocks, project, stack, preview, ORGANIZATION);
  pulumi.runtime.setMockOptions(new LocalMonitor(backend), project, stack, preview, ORGANIZATION);
  const rejections = collectRejections();
  const ended = await run(program);
  await pulumi.runtime.disconnect();
  return { ...ended, rejection: await rejections.end() };
}

async function run(program: () => Promise<Record<string, unknown>>): Promise<Omit<ProgramRun, 'rejection'>> {
  try {
    const outputs = await pulumi.runtime.runInPulumiStack(program);
    return { outputs: outputs as Record<string, unknown> | undefined, error: undefined };
  } catch (error) {
    return { outputs: undefined, error: error as Error };
  }
}

/** A failed resource rejects every output that depends on it, and nothing handles those rejections. */
function collectRejections(): { end: () => Promise<Error | undefined> } {
  let first: Error | undefined;
  const collect = (reason: unknown) => {
    first ??= reason instanceof Error ? reason : new Error(String(reason));
  };
  process.on('unhandledRejection', collect);
  return {
    async end() {
      // Node reports a rejection a turn later than it happens.
      await nextTurn();
      process.off('unhandledRejection', collect);
      return first;
    },
  };
}
