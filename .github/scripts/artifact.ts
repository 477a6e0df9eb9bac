// Reads files of a downloaded artifact. Another job wrote it, and the one of a pull request runs the pull request's code:
// its names, links and sizes are not trusted.
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { log } from './github.ts';

/** Of one file, in bytes: more than any text that is shown of it. */
const MAX_BYTES = 1024 * 1024;

/** The text at a path below the working folder; undefined, with a warning, where it is not a plain file there. */
export function readArtifact(path: string): string | undefined {
  try {
    // A link in the path leads elsewhere.
    if (realpathSync(path) !== join(realpathSync('.'), path)) throw new Error('it is not in its own folder');
    const stats = statSync(path);
    if (!stats.isFile()) throw new Error('it is not a file');
    if (stats.size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES} bytes`);
    return readFileSync(path, 'utf8');
  } catch (error) {
    log.annotate('warning', `${path} was not read: ${(error as Error).message}`);
    return undefined;
  }
}
