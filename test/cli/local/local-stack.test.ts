// A local stack whose file has another region than its tables: where it says so, and how to begin anew.
import { expect, test } from 'vitest';
import { requireSameRegion } from '../../../cli/local/local-stack.ts';
import { temporaryFolder } from '../folder.ts';

const FILE = 'config:\n  aws:region: eu-central-1\n';

test.each<[string | undefined, string, object | undefined]>([
  ['eu-west-1', FILE, { path: 'aws:region', place: { line: 2, column: 3 }, code: 'region-changed' }],
  [undefined, FILE, undefined],
  ['eu-central-1', FILE, undefined],
])('deployed in %s, with the file %j', (deployed, file, problem) => {
  const root = temporaryFolder({ 'Pulumi.local.yaml': file });
  const again = 'npm run local -- --fresh';
  const assert = () => requireSameRegion(root, 'eu-central-1', deployed, again);
  if (problem === undefined) expect(assert).not.toThrow();
  else expect(assert).toThrow(expect.objectContaining({ problems: [expect.objectContaining(problem)] }));
});
