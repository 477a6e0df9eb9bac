// Schemathesis, all of its checks, against the running service: where `schemathesis` is on the path. CI sets
// REQUIRE_SCHEMATHESIS: without one the test then fails, and is not skipped.
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../cli/folder.ts';
import { createWorld, openApp } from './harness.ts';

/** Cases of each operation and phase; `SCHEMATHESIS_CASES=500` is about 2,000 of all. */
const CASES = process.env.SCHEMATHESIS_CASES ?? '25';
/**
 * Findings that the contract explains, and a schema can't: a cursor is what a page gave, and an Idempotency-Key that was
 * sent with another body is refused. Schemathesis takes both for valid data (ST202) that must be accepted.
 */
const EXPLAINED = [/^- ST202 [\s\S]*cursor is not valid: follow/m, /^- ST202 [\s\S]*idempotency_key_reused/m];

/** What was found, one text for each, without what is explained. */
function unexplained(report: string): readonly string[] {
  const [, ...found] = report.split(/^\d+\. Test Case ID/m);
  const others = found.filter((one) => {
    // One case can fail several checks.
    const isOneCheck = one.match(/^- /gm)?.length === 1;
    return !isOneCheck || !EXPLAINED.some((pattern) => pattern.test(one));
  });
  const ended = /^Test cases:$/m.test(report);
  return ended ? others : [...others, report];
}

const isFound = spawnSync('schemathesis', ['--version']).error === undefined;
if (!isFound && process.env.REQUIRE_SCHEMATHESIS)
  throw new Error('REQUIRE_SCHEMATHESIS is set, but no `schemathesis` is on the path');
if (!isFound)
  console.log('Schemathesis: not run, no schemathesis on this machine (pip install schemathesis)');

test.skipIf(!isFound)('every response is one that the contract has', { timeout: 600_000 }, async () => {
  const fixture = await createWorld();
  // Ids are of the time: a clock that stands still has 4,096 of them.
  Object.defineProperty(fixture.clock, 'now', { get: Date.now });
  const door = await openApp(fixture);
  onTestFinished(() => fixture.stop());
  const options = [
    ...['run', `${door.origin}/v1/openapi.json`, '--checks', 'all', '--max-examples', CASES],
    ...['--header', `Authorization: Bearer ${fixture.key}`, '--seed', '1'],
    ...['--no-color', '--continue-on-failure'],
  ];
  // Its database of examples would be written into the project.
  const run = promisify(execFile)('schemathesis', options, {
    cwd: temporaryFolder(),
    maxBuffer: 1e8,
    timeout: 550_000,
  });
  const { stdout } = await run.catch((error: { readonly stdout: string }) => error);
  console.log(/^ {2}\d+ generated.*$/m.exec(stdout)?.[0].trim());
  // All of the contract's, those in beta too.
  expect(stdout).toMatch(/^ {2}Tested: 5$/m);
  expect(unexplained(stdout)).toEqual([]);
});
