// The command line as values: which command, its hosts and its options. Every mistake is a CommandLineError.
import { parseArgs } from 'node:util';
import { AUTHORITIES, type Issuance } from '../authorities/index.ts';
import { createReader, type Reader, ResolverError } from '../preflight/index.ts';
import { CommandLineError } from './command-line-error.ts';
import { parseTarget, type Target } from './targets.ts';

const OPTIONS = {
  target: { type: 'string' },
  authority: { type: 'string' },
  method: { type: 'string' },
  validation: { type: 'string', multiple: true },
  live: { type: 'boolean' },
  json: { type: 'boolean' },
  resolver: { type: 'string' },
  'resolver-only': { type: 'boolean' },
  'authority-port': { type: 'string' },
  'web-port': { type: 'string' },
  timeout: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

export type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS; strict: true }>>['values'];

export interface CommandLine {
  readonly command: string | undefined;
  /** The names after the command; `-` is standard input. */
  readonly names: readonly string[];
  readonly values: Values;
}

export function parseCommandLine(args: readonly string[]): CommandLine {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    const [command, ...names] = positionals;
    return { command, names, values };
  } catch (error) {
    // What parseArgs finds in the arguments is all that it throws: ERR_PARSE_ARGS_….
    throw new CommandLineError((error as Error).message, '--help shows the options');
  }
}

export interface NetworkOptions {
  readonly resolver?: string;
  readonly resolverOnly: boolean;
  readonly authorityPort?: number;
  readonly webPort?: number;
  /** How long one DNS packet is waited for. */
  readonly timeoutMs?: number;
}

export function networkOptions(values: Values): NetworkOptions {
  return {
    resolver: values.resolver,
    resolverOnly: values['resolver-only'] ?? false,
    authorityPort: port('authority-port', values['authority-port']),
    webPort: port('web-port', values['web-port']),
    timeoutMs: milliseconds(values.timeout),
  };
}

export interface CheckOptions {
  readonly target: Target;
  readonly issuance: Issuance;
  /** Records that prove control of a host, which are said to be set. */
  readonly validations: readonly { readonly name: string; readonly value: string }[];
  /** The hosts are to be served from their target already. */
  readonly live: boolean;
}

export function checkOptions(values: Values): CheckOptions {
  const target = parseTarget(values.target);
  const issuance = parseIssuance(values.authority ?? target.profile?.authority, values.method);
  const validations = (values.validation ?? []).map(parseValidation);
  return { target, issuance, validations, live: values.live ?? false };
}

const AUTHORITY_IDS = AUTHORITIES.map(({ id }) => id).join(', ');

function parseIssuance(id: string | undefined, method: string | undefined): Issuance {
  const authority = AUTHORITIES.find((one) => one.id === id);
  if (authority === undefined) {
    throw new CommandLineError(`--authority ${JSON.stringify(id)} is not known.`, `give ${AUTHORITY_IDS}`);
  }
  if (method === undefined) return { authority, methods: authority.methods };
  const methods = authority.methods.filter((one) => one.id === method);
  if (methods.length > 0) return { authority, methods };
  throw new CommandLineError(
    `${authority.title} has no method ${JSON.stringify(method)}.`,
    `give ${authority.methods.map((one) => one.id).join(', ')}`,
  );
}

function parseValidation(text: string): CheckOptions['validations'][number] {
  const [, name = '', value = ''] = /^([^=\s]+)=([^=\s]+)$/.exec(text) ?? [];
  if (name !== '') return { name, value };
  throw new CommandLineError(
    `--validation ${JSON.stringify(text)} is not a record.`,
    'give NAME=VALUE of the CNAME that the authority shows',
  );
}

function port(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= 65_535) return value;
  throw new CommandLineError(
    `--${name} ${JSON.stringify(text)} is not a port.`,
    'give a number from 1 to 65535',
  );
}

function milliseconds(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && value >= 0.05 && value <= 60) return value * 1000;
  throw new CommandLineError(
    `--timeout ${JSON.stringify(text)} is not valid.`,
    'give seconds, from 0.05 to 60',
  );
}

export function openReader(network: NetworkOptions, signal: AbortSignal): Reader {
  const { resolver, resolverOnly, timeoutMs, authorityPort } = network;
  try {
    return createReader({ resolver, resolverOnly, timeoutMs, authorityPort, signal });
  } catch (error) {
    if (!(error instanceof ResolverError)) throw error;
    throw new CommandLineError(`${error.message}.`, 'for example --resolver 1.1.1.1');
  }
}
