#!/usr/bin/env node
// `npx --no -- custom-domains`: the preflight for any host, whatever it is deployed with. Loads no Pulumi.
import { main } from './command.ts';
import { processIo } from './io.ts';

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());

process.exitCode = await main(process.argv.slice(2), processIo(stop.signal));
