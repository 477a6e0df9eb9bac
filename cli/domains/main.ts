// `npm run domains`: check, follow and edit the custom hosts of a stack.
import { inspect } from 'node:util';
import { main } from './command.ts';
import { processIo, reportFailure } from './io.ts';

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());

const io = processIo(stop.signal);
process.exitCode = await main(process.argv.slice(2), io).catch((error) => {
  // Node would print the message of an error as it is.
  reportFailure(inspect(error), io);
  return 1;
});
