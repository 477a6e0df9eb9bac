// An isolated test may change what its process has: its environment, its streams, and the functions of Node's own modules. The next
// test of the same process finds them as they were.
import { setSourceMapsSupport, syncBuiltinESMExports } from 'node:module';
import { afterEach, vi } from 'vitest';

// As in quick.ts.
setSourceMapsSupport(false);

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});
