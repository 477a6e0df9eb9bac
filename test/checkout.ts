// A checkout as the tests know it. The stack files and the local internet are for users to edit: no test depends on what they wrote.
import { join } from 'node:path';

/** Has these files in their places below the project's folder. */
export const CHECKOUT = join(import.meta.dirname, 'checkout');
export const INTERNET_FILE = join(CHECKOUT, 'cli/local/internet.zone');
