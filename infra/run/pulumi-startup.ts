// Shortens the run of a Pulumi program with interfaces of Node and V8, without a change of Pulumi's SDK
// (bench/README.md, program). Import it before anything of Pulumi.
import { enableCompileCache } from 'node:module';

/** Node stores the compiled code of this start for the next one. */
enableCompileCache();

/** Pulumi's SDK takes a stack trace for each promise that it creates, and source-map-support, which its entry installs,
 * looks each up in source maps. Undefined is V8's own format (https://v8.dev/docs/stack-trace-api). */
Reflect.set(Error, 'prepareStackTrace', undefined);
