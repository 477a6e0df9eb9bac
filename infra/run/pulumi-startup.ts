// Shortens the run of a Pulumi program with interfaces of Node and V8. It replaces no file and no function of
// Pulumi's SDK, so that every version of the SDK runs as it is published. Import it before anything of Pulumi.
//
// Measured for the local stack (73 resources) under the Pulumi CLI: processor time and peak memory of the program's
// process, plain SDK against this file. `preview`: 3.5 s, 387 MB against 2.4 s, 265 MB. First `up`: 3.3 s, 379 MB
// against 2.3 s, 254 MB. bench/README.md has each part, and the changes of the SDK that were measured and dropped.
import { enableCompileCache } from 'node:module';

/** Node stores the compiled code of this start for the next one. */
enableCompileCache();

/**
 * Pulumi's entry installs source-map-support, and its SDK takes a stack trace for each promise that it creates: without
 * this line, each trace is looked up in the SDK's source maps. The sources of this project run as they are and have no
 * source maps. Undefined is V8's own format (https://v8.dev/docs/stack-trace-api).
 */
Reflect.set(Error, 'prepareStackTrace', undefined);
