// The command line as values: which command, its hosts and its options. Every mistake is a CommandLineError.
import { parseArgs } from 'node:util';
import { AUTHORITIES, authorityNamed, type Issuance } from '../authorities/index.ts';
import { closest, didYouMean } from '../names/did-you-mean.ts';
import { normaliseHost } from '../names/host.ts';
import { createReader, ResolverError, readRootKeys } from '../preflight/index.ts';
import { isUri } from '../preflight/rules/caa-policy.ts';
import { CommandLineError, type ToolIo } from './io.ts';
import { parseTarget, type Target } from './targets.ts';

const OPTIONS = {
  target: { type: 'string' },
  authority: { type: 'string' },
  method: { type: 'string' },
  'account-uri': { type: 'string', multiple: true },
  validation: { type: 'string', multiple: true },
  live: { type: 'boolean' },
  perspective: { type: 'string', multiple: true },
  merge: { type: 'boolean' },
  plan: { type: 'string' },
  strict: { type: 'boolean' },
  format: { type: 'string' },
  json: { type: 'boolean' },
  resolver: { type: 'string' },
  'resolver-only': { type: 'boolean' },
  'authority-port': { type: 'string' },
  'web-port': { type: 'string' },
  'root-keys': { type: 'string' },
  timeout: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

const REPEATABLE = ['account-uri', 'validation', 'perspective'];

export type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS; strict: true }>>['values'];

export interface CommandLine {
  readonly command: string | undefined;
  /** The names after the command; `-` is standard input. */
  readonly names: readonly string[];
  readonly values: Values;
}

export function parseCommandLine(args: readonly string[]): CommandLine {
  // With `strict`, its own error would be what a user reads.
  const form = { options: OPTIONS, allowPositionals: true, strict: false, tokens: true } as const;
  const { values, positionals, tokens } = parseArgs({ ...form, args: [...args] });
  const given = tokens.filter((token) => token.kind === 'option');
  for (const [index, token] of given.entries()) {
    assertOption(token);
    // Node's parser keeps the last one alone.
    const isAgain = given.findIndex(({ name }) => name === token.name) < index;
    if (isAgain && !REPEATABLE.includes(token.name))
      throw new CommandLineError(`${token.rawName} is given twice.`, 'give it once in a command');
  }
  const [command, ...names] = positionals;
  return { command, names, values: values as Values };
}

interface GivenOption {
  readonly name: string;
  /** With its dashes, as it was written. */
  readonly rawName: string;
  readonly value?: string | undefined;
  /** The value is behind a `=`. */
  readonly inlineValue?: boolean | undefined;
}

function assertOption({ name, rawName, value, inlineValue }: GivenOption): void {
  const help = '--help shows the options';
  if (!Object.hasOwn(OPTIONS, name)) {
    const near = closest(
      rawName,
      Object.keys(OPTIONS).map((one) => `--${one}`),
    );
    throw new CommandLineError(`${rawName} is not an option.`, didYouMean(near, help));
  }
  const { type } = OPTIONS[name as keyof typeof OPTIONS];
  if (type === 'boolean' && value !== undefined) throw new CommandLineError(`${rawName} has no value.`, help);
  // A value that begins like an option is one only behind a `=`.
  if (type === 'string' && (value === undefined || (!inlineValue && /^-./.test(value))))
    throw new CommandLineError(`${rawName} is missing its value.`, help);
}

const MAX_HOSTS = 10_000;
const MAX_FAULTS_SHOWN = 20;

export function assertHostCount(number: number): void {
  if (number > MAX_HOSTS)
    throw new CommandLineError(`These are more than ${MAX_HOSTS} hosts.`, 'check them in several runs');
}

const NO_HOST = 'There is no host.';
const HOST_FIX = 'give its name, such as shop.example.com; - reads lines';

/**
 * The hosts of a command, each once and in normal form: its arguments, and the lines of standard input for `-`. Empty lines, and
 * what follows a `#`, are left out. Every fault is reported at once.
 */
export async function readHosts(names: readonly string[], io: ToolIo): Promise<string[]> {
  const texts: string[] = [];
  for (const name of names) {
    for await (const line of name === '-' ? io.lines() : [name]) {
      texts.push(...line.replace(/#.*/s, '').split(/\s+/).filter(Boolean));
      assertHostCount(texts.length);
    }
  }
  if (texts.length === 0) throw new CommandLineError(NO_HOST, HOST_FIX);
  const faults: string[] = [];
  const hosts = texts.flatMap((text) => {
    const result = normaliseHost(text);
    if (result.ok) return [result.host];
    faults.push(`${JSON.stringify(text)} ${result.fault.what}: ${result.fault.fix}`);
    return [];
  });
  if (faults.length === 0) return [...new Set(hosts)];
  const more = faults.length > MAX_FAULTS_SHOWN ? [`and ${faults.length - MAX_FAULTS_SHOWN} more`] : [];
  throw new CommandLineError(
    `${faults.length} of ${texts.length} cannot be checked:`,
    [...faults.slice(0, MAX_FAULTS_SHOWN), ...more].join('\n  '),
  );
}

export function networkOptions(values: Values) {
  return {
    resolver: values.resolver,
    resolverOnly: values['resolver-only'] ?? false,
    authorityPort: port('authority-port', values['authority-port']),
    webPort: port('web-port', values['web-port']),
    trustAnchors: values['root-keys'] === undefined ? undefined : rootKeys(values['root-keys']),
    timeoutMs: values.timeout === undefined ? undefined : seconds(values.timeout) * 1000,
  };
}

/** As many as no authority has: a run stays bounded. */
export const MAX_PERSPECTIVES = 16;

/** Two that ask one resolver would share its cache, which is one perspective (Baseline Requirements 3.2.2.9). */
export function perspectives({ perspective = [], resolver: own = '' }: Values) {
  const given = perspective.map((text) => {
    const [, name, resolver] = /^([^=\s]{1,40})=(\S+)$/.exec(text) ?? [];
    if (name !== undefined && resolver !== undefined) return { name, resolver };
    throw new CommandLineError(
      `--perspective ${JSON.stringify(text)} is not NAME=RESOLVER.`,
      'name the place, as in tokyo=192.0.2.53',
    );
  });
  const names = given.map(({ name }) => name);
  const resolvers = given.map(({ resolver }) => resolver);
  for (const all of [
    ['here', ...names],
    [own, ...resolvers],
  ])
    assertNoneTwice('--perspective ', all);
  if (given.length === 1 || given.length > MAX_PERSPECTIVES)
    throw new CommandLineError(
      given.length === 1 ? 'One perspective decides nothing.' : `These are ${given.length} perspectives.`,
      `give two or more, ${MAX_PERSPECTIVES} at most; authorities ask from five from 2026-12-15`,
    );
  return given;
}

export function assertNoneTwice(option: string, texts: readonly string[]): void {
  const again = texts.find((text, index) => texts.indexOf(text) < index);
  if (again !== undefined) throw new CommandLineError(`${option}${again} is given twice.`, 'give each once');
}

export interface CheckOptions {
  readonly target: Target;
  readonly issuance: Issuance;
  /** Records that prove control of a host, which are said to be set. */
  readonly validations: readonly { readonly name: string; readonly value: string }[];
  /** The hosts are to be served from their target already. */
  readonly live: boolean;
}

export function checkOptions({ names, values }: Omit<CommandLine, 'command'>): CheckOptions {
  const target = parseTarget(values.target);
  const isOpen = values.authority === undefined && target.profile === undefined;
  if (isOpen && names.length === 0)
    throw new CommandLineError(`${NO_HOST}\n  ${HOST_FIX}\n${NO_AUTHORITY}`, AUTHORITY_FIX);
  const by = parseIssuance(values.authority ?? target.profile?.authority, values.method);
  const issuance = { ...by, accountUris: values['account-uri']?.map(parseAccount) };
  const validations = (values.validation ?? []).map(parseValidation);
  return { target, issuance, validations, live: values.live ?? false };
}

/** A plan says this of each of its hosts. */
const OF_HOSTS = ['target', 'method', 'account-uri', 'validation', 'live', 'perspective'] as const;

/** Which names lead to something deleted does not depend on who issues, nor on where they are to lead. */
export function assertForDangling(values: Values): void {
  const given = [...OF_HOSTS, 'authority' as const, 'merge' as const].find(
    (one) => values[one] !== undefined,
  );
  if (given !== undefined) throw new CommandLineError(`--${given} is for check.`, 'leave it out of dangling');
}

/** The id of the authority for the hosts of a plan that does not name theirs. */
export function planAuthority(values: Values): string | undefined {
  const given = OF_HOSTS.find((one) => values[one] !== undefined);
  if (given !== undefined)
    throw new CommandLineError(`--${given} is for hosts that are named.`, 'leave it out: the plan has it');
  return values.authority && parseIssuance(values.authority, undefined).authority.id;
}

const AUTHORITY_IDS = AUTHORITIES.map(({ id }) => id).join(', ');
const NO_AUTHORITY = '--authority is missing.';
const AUTHORITY_FIX = `give ${AUTHORITY_IDS}; or a --target of AWS, which has its own`;

function parseIssuance(id: string | undefined, method: string | undefined): Issuance {
  if (id === undefined) throw new CommandLineError(NO_AUTHORITY, AUTHORITY_FIX);
  const authority = authorityNamed(id);
  if (authority === undefined) {
    const near = closest(
      id,
      AUTHORITIES.flatMap((one) => [one.id, ...(one.aliases ?? [])]),
    );
    const fix = didYouMean(near, `give ${AUTHORITY_IDS}`);
    throw new CommandLineError(`--authority ${JSON.stringify(id)} is not known.`, fix);
  }
  if (method === undefined) return { authority, methods: authority.methods };
  const methods = authority.methods.filter((one) => one.id === method);
  if (methods.length > 0) return { authority, methods };
  throw new CommandLineError(
    `${authority.title} has no method ${JSON.stringify(method)}.`,
    `give ${authority.methods.map((one) => one.id).join(', ')}`,
  );
}

function parseAccount(text: string): string {
  if (isUri(text)) return text;
  throw new CommandLineError(
    `--account-uri ${JSON.stringify(text)} is not a URI.`,
    'give that of the account, such as https://ca.example/acct/123',
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
  return text === undefined ? undefined : inRange(name, text, /^\d+$/, 1, 65_535, 'a number');
}

function rootKeys(file: string) {
  const read = readRootKeys(file);
  if ('keys' in read) return read.keys;
  throw new CommandLineError(`--root-keys ${file} ${read.what}.`, read.fix);
}

function seconds(text: string): number {
  return inRange('timeout', text, /^\d+(\.\d+)?$/, 0.05, 60, 'seconds');
}

function inRange(name: string, text: string, form: RegExp, min: number, max: number, what: string): number {
  const value = Number(text);
  if (form.test(text) && value >= min && value <= max) return value;
  throw new CommandLineError(
    `--${name} ${JSON.stringify(text)} is not valid.`,
    `give ${what}, from ${min} to ${max}`,
  );
}

/** `option`: which names the resolver, as it is to be written. */
export function openReader(
  network: Omit<ReturnType<typeof networkOptions>, 'webPort'>,
  signal: AbortSignal,
  option = '--resolver ',
) {
  try {
    return createReader({ ...network, signal });
  } catch (error) {
    if (!(error instanceof ResolverError)) throw error;
    throw new CommandLineError(`${error.message}.`, `for example ${option}1.1.1.1`);
  }
}
