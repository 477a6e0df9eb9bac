// An isolated test may also replace functions of Node's own modules, which put-back.ts puts back: those who import them by name see it here.
import { setSourceMapsSupport, syncBuiltinESMExports } from 'node:module';
import { afterEach } from 'vitest';

// As in quick.ts.
setSourceMapsSupport(false);

afterEach(syncBuiltinESMExports);
