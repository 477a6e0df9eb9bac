// What a run shows: its progress on one line, each failure, and how to run the tests that it left out.
import type { SerializedError } from 'vitest';
import { DefaultReporter, type TestModule, type TestRunEndReason } from 'vitest/node';

/** Where there is no terminal, a line of progress stands for as many files. */
const FILES_PER_LINE = 50;

export default class Reporter extends DefaultReporter {
  #ended = 0;

  /** The default lists each file that passes, which pushes the failures out of sight. */
  protected override printTestModule(module: TestModule): void {
    this.#ended += 1;
    if (module.state() === 'failed') super.printTestModule(module);
    else if (!process.stdout.isTTY && this.#ended % FILES_PER_LINE === 0) this.log(`${this.#ended} files`);
  }

  override onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): void {
    super.onTestRunEnd(modules, errors, reason);
    if (modules.some((module) => module.state() === 'skipped'))
      this.log(
        ' Skipped: the tests of tools that are not on the path (the Pulumi CLI, Unbound, a browser …)\n',
      );
    const kinds = new Set(modules.map(({ project }) => project.name));
    // `.ci/run` and the workflow run these by themselves.
    if (kinds.has('journey') && !kinds.has('slow') && !process.env.CI)
      this.log(
        ' Processes, whole clouds, browsers and the Pulumi CLI have their tests too: npm run test:slow\n',
      );
  }
}
