// `npm run domains`: check, follow and edit the custom hosts of a stack.
import { inspect } from 'node:util';
import { main } from './command.ts';
import { processIo, reportFailure } from './io.ts';

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());

const io = processIo(stop.signal);
// Node would end with 1: some host is blocked.
process.once('uncaughtException', (error) => {
  reportFailure(inspect(error), io);
  process.exit(3);
});

process.exitCode = await main(process.argv.slice(2), io);
