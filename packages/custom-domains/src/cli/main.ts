#!/usr/bin/env node
// `npx --no -- custom-domains`: the preflight for any host, whatever it is deployed with. Loads no Pulumi.
import { inspect } from 'node:util';
import { paragraph } from '../output/index.ts';
import { main } from './command.ts';
import { processIo } from './io.ts';

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());

const io = processIo(stop.signal);
// Node would end with 1: some host is blocked.
process.once('uncaughtException', (error) => {
  io.error(paragraph(inspect(error)));
  process.exit(3);
});

process.exitCode = await main(process.argv.slice(2), io);
