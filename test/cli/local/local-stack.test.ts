// A local stack whose file has another region than its tables: where it says so, and how to begin anew.
import { expect, test } from 'vitest';
import { requireSameRegion } from '../../../cli/local/local-stack.ts';

test.each([undefined, 'eu-central-1', 'eu-west-1'])('deployed in %s', (deployed) => {
  const assert = () => requireSameRegion('eu-central-1', deployed, 'npm run local -- --fresh');
  if (deployed !== 'eu-west-1') expect(assert).not.toThrow();
  else
    expect(assert).toThrow(
      expect.objectContaining({ problems: [expect.objectContaining({ code: 'region-changed' })] }),
    );
});
