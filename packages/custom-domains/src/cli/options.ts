// The command line as values: which command, its hosts and its options. Every mistake is a UsageError.
import { parseArgs } from 'node:util';
import { AUTHORITIES, authorityNamed, type Issuance } from '../authorities/index.ts';
import { canonical } from '../names/dns-name.ts';
import { normaliseHost } from '../names/host.ts';
import { UsageError } from '../output/index.ts';
import { createReader, type Expected, limitsOf, ResolverError, readRootKeys } from '../preflight/index.ts';
import { isUri } from '../preflight/rules/caa-policy.ts';
import type { ToolIo } from './io.ts';
import { readText } from './read-text.ts';
import { parseTarget, TARGETS_ISSUER, type Target } from './targets.ts';

/** By what is given of hosts; also the commands as messages name them. */
export type CommandName = 'check' | 'check --plan' | 'check --merge' | 'dangling' | 'profiles';
type Commands = readonly CommandName[];

/** A plan says of its hosts what else `check` takes, and so do reports. */
const HOSTS: Commands = ['check'];
const PLAN: Commands = ['check --plan'];
const DNS: Commands = [...HOSTS, ...PLAN, 'dangling'];
const ALL: Commands = [...DNS, 'check --merge', 'profiles'];

const OPTIONS = {
  target: { type: 'string', of: HOSTS },
  authority: { type: 'string', of: [...HOSTS, ...PLAN] },
  method: { type: 'string', of: HOSTS },
  'account-uri': { type: 'string', of: HOSTS, multiple: true },
  validation: { type: 'string', of: HOSTS, multiple: true },
  live: { type: 'boolean', of: HOSTS },
  perspective: { type: 'string', of: HOSTS, multiple: true },
  merge: { type: 'boolean', of: ['check --merge'] as Commands },
  plan: { type: 'string', of: PLAN },
  strict: { type: 'boolean', of: PLAN },
  format: { type: 'string', of: ALL },
  json: { type: 'boolean', of: ALL },
  resolver: { type: 'string', of: DNS },
  'resolver-only': { type: 'boolean', of: DNS },
  'authority-port': { type: 'string', of: DNS },
  'web-port': { type: 'string', of: DNS },
  'root-keys': { type: 'string', of: DNS },
  timeout: { type: 'string', of: DNS },
  help: { type: 'boolean', of: ALL, short: 'h' },
  version: { type: 'boolean', of: ALL },
} as const;

/** Undefined: there is no such command. */
export function commandName(command: string | undefined, values: Values): CommandName | undefined {
  const form = values.merge ? 'check --merge' : values.plan === undefined ? 'check' : 'check --plan';
  const name = command === 'check' ? form : ALL.find((one) => one === command);
  const other = Object.entries(OPTIONS).find(([one, { of }]) => name && one in values && !of.includes(name));
  if (other === undefined) return name;
  throw new UsageError(`--${other[0]} is not for ${name}.`, 'leave it out; --help shows what each takes');
}

export type Values = ReturnType<typeof parsed>['values'];

/** `names`: after the command; `-` is standard input. */
export function parseCommandLine(args: readonly string[]) {
  const { values, positionals, tokens } = parsed([...args]);
  const [command, ...names] = positionals;
  // Node's parser keeps the last one alone.
  const single = tokens.flatMap((one) =>
    one.kind === 'option' && !('multiple' in OPTIONS[one.name]) ? [one.rawName] : [],
  );
  assertNoneTwice('', single);
  return { command, names, values };
}

function parsed(args: string[]) {
  try {
    return parseArgs({ options: OPTIONS, allowPositionals: true, tokens: true, args });
  } catch (error) {
    // Its first sentence: what Node adds shows how to pass a name that begins with "-", as no host does.
    const [said = ''] = (error as Error).message.split(/\.\s/);
    throw new UsageError(said, '--help shows the options');
  }
}

export function assertNoNames([first]: readonly string[], beside: string): void {
  if (first !== undefined)
    throw new UsageError(`${beside} takes no ${JSON.stringify(first)}.`, 'give it alone');
}

const MAX_HOSTS = 10_000;
const MAX_FAULTS_SHOWN = 20;
const NO_HOST = 'There is no host.';
const HOST_FIX = 'give its name, such as shop.example.com; - reads lines';

export function assertHostCount(number: number): void {
  if (number > MAX_HOSTS)
    throw new UsageError(`These are more than ${MAX_HOSTS} hosts.`, 'check them in several runs');
}

/** Each once and in normal form, without empty lines and what follows a `#`. Every fault is reported at once. */
export async function readHosts(names: readonly string[], io: ToolIo): Promise<string[]> {
  const texts: string[] = [];
  for (const name of names) {
    const given = name === '-' ? await readText(name, io, HOST_FIX) : name;
    for (const [text] of given.replace(/#.*/g, '').matchAll(/\S+/g)) assertHostCount(texts.push(text));
  }
  if (texts.length === 0) throw new UsageError(NO_HOST, HOST_FIX);
  const faults: string[] = [];
  const hosts = texts.flatMap((text) => {
    const result = normaliseHost(text);
    if (result.ok) return [result.host];
    faults.push(`${JSON.stringify(text)} ${result.fault.what}: ${result.fault.fix}`);
    return [];
  });
  if (faults.length === 0) return [...new Set(hosts)];
  const shown = faults.slice(0, MAX_FAULTS_SHOWN).join('\n  ');
  throw new UsageError(`${faults.length} of ${texts.length} cannot be checked:`, shown);
}

/** The reader, the options of the web, and what neither can see. `place`: a perspective, which has a resolver of its own. */
export function openReader(values: Values, signal: AbortSignal, place?: { name: string; resolver: string }) {
  const { webPort, ...network } = networkOptions(values);
  try {
    const own = place && { resolver: place.resolver, resolverOnly: true };
    const reader = createReader({ ...network, ...own, signal });
    const notes = [...limitsOf(reader), ...(reader.validates ? [] : [UNVALIDATED])];
    return { reader, web: { webPort, signal }, notes };
  } catch (error) {
    if (!(error instanceof ResolverError)) throw error;
    const option = place ? `--perspective ${place.name}=` : '--resolver ';
    throw new UsageError(`${error.message}.`, `for example ${option}1.1.1.1`);
  }
}

const UNVALIDATED =
  "DNSSEC was not validated: the zones' own servers are not at port 53; give the --root-keys of their root";

export function networkOptions(values: Values) {
  const { 'root-keys': rootKeys } = values;
  const seconds = inRange(values, 'timeout', [/^\d+(\.\d+)?$/, 0.05, 60, 'seconds']);
  return {
    resolver: values.resolver,
    resolverOnly: values['resolver-only'] ?? false,
    authorityPort: inRange(values, 'authority-port'),
    webPort: inRange(values, 'web-port'),
    trustAnchors: rootKeys === undefined ? undefined : readRootKeys(rootKeys),
    timeoutMs: seconds && seconds * 1000,
  };
}

/** As many as no authority has: a run stays bounded. */
export const MAX_PERSPECTIVES = 16;

/** Two that ask one resolver would share its cache, which is one perspective (Baseline Requirements 3.2.2.9). */
export function perspectives({ perspective = [], resolver: own = '' }: Values) {
  const given = perspective.map((text) => {
    const [, name, resolver] = /^([^=\s]{1,40})=(\S+)$/.exec(text) ?? [];
    if (name !== undefined && resolver !== undefined) return { name, resolver };
    throw new UsageError(
      `--perspective ${JSON.stringify(text)} is not NAME=RESOLVER.`,
      'name the place, as in tokyo=192.0.2.53',
    );
  });
  assertNoneTwice('--perspective ', ['here', ...given.map(({ name }) => name)]);
  const shared = given.find(({ resolver }) => resolver === own);
  if (shared !== undefined)
    throw new UsageError(
      `--perspective ${shared.name} asks ${own}, as --resolver does: they would share its cache.`,
      'name another resolver for one of them',
    );
  assertNoneTwice(
    '--perspective ',
    given.map(({ resolver }) => resolver),
  );
  if (given.length === 1 || given.length > MAX_PERSPECTIVES)
    throw new UsageError(
      given.length === 1 ? 'One perspective decides nothing.' : `These are ${given.length} perspectives.`,
      `give two or more, ${MAX_PERSPECTIVES} at most; authorities ask from five from 2026-12-15`,
    );
  return given;
}

export function assertNoneTwice(option: string, texts: readonly string[]): void {
  const again = texts.find((text, index) => texts.indexOf(text) < index);
  if (again !== undefined) throw new UsageError(`${option}${again} is given twice.`, 'give each once');
}

type Validation = NonNullable<Expected['validation']>;

export interface CheckOptions {
  readonly target: Target;
  readonly issuance: Issuance;
  /** Records that prove control of a host, which are said to be set. */
  readonly validations: readonly Validation[];
  readonly live: boolean;
}

export function checkOptions(names: readonly string[], values: Values): CheckOptions {
  const target = parseTarget(values.target);
  const isOpen = values.authority === undefined && target.profile === undefined;
  if (isOpen && names.length === 0)
    throw new UsageError(NO_HOST, `${HOST_FIX}\n${NO_AUTHORITY}\n  ${AUTHORITY_FIX}`);
  const by = parseIssuance(values.authority ?? (target.profile && TARGETS_ISSUER), values.method);
  const issuance = { ...by, accountUris: values['account-uri']?.map(parseAccount) };
  const validations = (values.validation ?? []).map(parseValidation);
  return { target, issuance, validations, live: values.live ?? false };
}

const AUTHORITY_IDS = AUTHORITIES.map(({ id }) => id).join(', ');
const NO_AUTHORITY = '--authority is missing.';
const AUTHORITY_FIX = `give ${AUTHORITY_IDS}; or a --target of AWS, which has its own`;

export function parseIssuance(id: string | undefined, method: string | undefined): Issuance {
  if (id === undefined) throw new UsageError(NO_AUTHORITY, AUTHORITY_FIX);
  const authority = authorityNamed(id);
  if (authority === undefined)
    throw new UsageError(`--authority ${JSON.stringify(id)} is not known.`, `give ${AUTHORITY_IDS}`);
  if (method === undefined) return { authority, methods: authority.methods };
  const methods = authority.methods.filter((one) => one.id === method);
  if (methods.length > 0) return { authority, methods };
  throw new UsageError(
    `${authority.title} has no method ${JSON.stringify(method)}.`,
    `give ${authority.methods.map((one) => one.id).join(', ')}`,
  );
}

function parseAccount(text: string): string {
  if (isUri(text)) return text;
  throw new UsageError(
    `--account-uri ${JSON.stringify(text)} is not a URI.`,
    'give that of the account, such as https://ca.example/acct/123',
  );
}

function parseValidation(text: string): Validation {
  const [, name = '', value = ''] = /^([^=\s]+)=([^=\s]+)$/.exec(text) ?? [];
  if (name !== '') return { name: canonical(name), type: 'CNAME', value: canonical(value), claimed: true };
  throw new UsageError(
    `--validation ${JSON.stringify(text)} is not a record.`,
    'give NAME=VALUE of the CNAME that the authority shows',
  );
}

/** A port, unless it is said what else. */
function inRange(
  values: Values,
  name: 'authority-port' | 'web-port' | 'timeout',
  [form, min, max, what]: readonly [RegExp, number, number, string] = [/^\d+$/, 1, 65_535, 'a number'],
): number | undefined {
  const { [name]: text } = values;
  const value = Number(text);
  if (text === undefined) return undefined;
  if (form.test(text) && value >= min && value <= max) return value;
  const fix = `give ${what}, from ${min} to ${max}`;
  throw new UsageError(`--${name} ${JSON.stringify(text)} is not valid.`, fix);
}
