// `npm run domains`: check, follow and edit the custom hosts of a stack.
import { main } from './command.ts';
import { processIo } from './io.ts';

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());

process.exitCode = await main(process.argv.slice(2), processIo(stop.signal));
