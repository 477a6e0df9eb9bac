// A fixture for `npm run domains` in process: a project folder, a small internet and a captured terminal.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { main } from '../../../cli/domains/command.ts';
import { type Checkout, type Git, systemGit } from '../../../cli/domains/git.ts';
import type { Io } from '../../../cli/domains/io.ts';
import { UsageError } from '../../../cli/usage-error.ts';
import {
  type Misbehaviour,
  startDns,
  type TestDns,
} from '../../../packages/custom-domains/test/preflight/dns-server.ts';
import type { Internet } from '../../../packages/custom-domains/test/preflight/internet.ts';
import { withNameServers } from './samples.ts';

export * from './samples.ts';

export interface Ran {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

export interface ProjectFixture {
  readonly folder: string;
  write(name: string, text: string): void;
  read(name: string): string;
  remove(name: string): void;
  /** A file of `.local/`, as `npm run local` writes them. */
  writeLocal(name: string, text: string): void;
  /** Commits the files of the folder and names the commit `base`. */
  commit(): void;
  serve(internet: Internet, misbehave?: Misbehaviour): Promise<TestDns>;
  /** Runs a command against the DNS being served. */
  run(...args: string[]): Promise<Ran>;
  /** How the terminal of the commands that run from now on differs. */
  setIo(parts: Partial<Io>): void;
  /** What Ctrl-C does to the commands that run from now on. */
  stopWith(stop: AbortController): void;
  /** Commands run so many days from now; DNS and TLS are of today. */
  turnClock(days: number): void;
  close(): Promise<void>;
}

/** With a real repository, which only slow tests can have. */
export interface DomainsFixture extends ProjectFixture {
  /** In the folder, with an author. Returns standard output. */
  git(...args: string[]): string;
}

export interface QuickFixture extends ProjectFixture {
  /** What git says of each file from now on, beside what `commit` has made of it. */
  setCheckout(parts: Partial<Checkout>): void;
  /** What a command does while it waits, in place of waiting: the clock is turned by that time. */
  whileSleeping(act: (milliseconds: number) => void | Promise<void>): void;
}

const DAY_MS = 86_400_000;

/** Git's answers are those of a repository in memory, and a wait only turns the clock. */
export function openQuickFixture(): QuickFixture {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-domains-'));
  const committed = new Map<string, string>();
  let checkout: (Omit<Checkout, 'isTracked' | 'isChanged'> & Partial<Checkout>) | undefined;
  let act: (milliseconds: number) => void | Promise<void> = () => undefined;
  let sleptMs = 0;
  const assertRevision: Git['assertRevision'] = async (_folder, revision) => {
    if (checkout === undefined || !REVISIONS.includes(revision))
      throw new UsageError(`Git has no revision "${revision}" here.`, 'fetch it first');
  };
  const git: Git = {
    assertRevision,
    fileAt: async (place, _revision, name) => committed.get(join(place, name)),
    filesAt: async (place) =>
      [...committed.keys()]
        .filter((path) => path.startsWith(place))
        .map((path) => path.slice(place.length + 1)),
    checkout: async (place, name) => {
      const path = join(place, name);
      const isTracked = committed.has(path);
      const isChanged = !isTracked || committed.get(path) !== readFileSync(path, 'utf8');
      return checkout && { isTracked, isChanged, ...checkout };
    },
  };
  const base = openProject(folder, {
    git,
    now: () => new Date(Date.now() + sleptMs),
    sleep: async (milliseconds) => {
      sleptMs += milliseconds;
      await act(milliseconds);
    },
  });
  return {
    ...base,
    commit: () => {
      committed.clear();
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
        if (name.endsWith('.yaml'))
          committed.set(join(folder, name), readFileSync(join(folder, name), 'utf8'));
      checkout ??= { isPushed: false, hasCommit: true };
    },
    setCheckout: (parts) => {
      checkout = { isPushed: false, hasCommit: true, ...checkout, ...parts };
    },
    whileSleeping: (given) => {
      act = given;
    },
    close: async () => {
      await base.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const REVISIONS: readonly string[] = ['base', 'HEAD', 'a;b'];

/** With git, and without a Pulumi CLI that the machine may have. */
export function openFixture(): DomainsFixture {
  const { PATH = '' } = process.env;
  const folders = PATH.split(delimiter);
  const folder = mkdtempSync(join(tmpdir(), 'petstore-domains-'));
  const tools = mkdtempSync(join(tmpdir(), 'petstore-path-'));
  const found = folders.map((one) => join(one, 'git')).find((file) => existsSync(file));
  symlinkSync(found as string, join(tools, 'git'));
  const withoutPulumi = folders.filter((one) => !existsSync(join(one, 'pulumi')));
  process.env.PATH = [tools, ...withoutPulumi].join(delimiter);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.test', ...args], {
      cwd: folder,
      stdio: 'pipe',
      encoding: 'utf8',
    });
  const base = openProject(folder);
  return {
    ...base,
    git,
    commit: () => {
      git('init', '-q', '-b', 'main', '.');
      git('add', '-A');
      git('commit', '-qm', 'base');
      git('tag', '-f', 'base');
    },
    close: async () => {
      await base.close();
      process.env.PATH = PATH;
      for (const path of [folder, tools]) rmSync(path, { recursive: true, force: true });
    },
  };
}

function openProject(folder: string, { now = () => new Date(), ...io }: Partial<Io> = {}) {
  let dns: TestDns | undefined;
  /** For a packet: servers that respond are waited for, on a slow machine too; those that are silent are not. */
  let seconds = '10';
  let daysAhead = 0;
  let stop: AbortController | undefined;
  let given: Partial<Io> = {};
  const fixture: Omit<ProjectFixture, 'commit'> = {
    folder,
    write: (name, text) => writeFileSync(join(folder, name), text),
    writeLocal: (name, text) => {
      mkdirSync(join(folder, '.local'), { recursive: true });
      writeFileSync(join(folder, '.local', name), text);
    },
    read: (name) => readFileSync(join(folder, name), 'utf8'),
    remove: (name) => rmSync(join(folder, name)),
    serve: async (internet, misbehave) => {
      await dns?.close();
      dns = await startDns(withNameServers(internet), { misbehave });
      seconds = misbehave === undefined ? '10' : '0.15';
      return dns;
    },
    run: async (...args) => {
      const dnsArgs = dns && isDnsCommand(args) ? ['--resolver', dns.resolver, '--timeout', seconds] : [];
      return runMain([...args, ...dnsArgs], folder, {
        ...io,
        ...given,
        now: () => new Date(now().getTime() + daysAhead * DAY_MS),
        signal: stop?.signal ?? new AbortController().signal,
      });
    },
    setIo: (parts) => {
      given = parts;
    },
    stopWith: (controller) => {
      stop = controller;
    },
    turnClock: (days) => {
      daysAhead = days;
    },
    close: async () => {
      await dns?.close();
    },
  };
  return fixture;
}

/** Every command has --resolver; help, and arguments that name one already, are not changed. */
function isDnsCommand(args: readonly string[]): boolean {
  return !args.includes('--help') && !args.includes('--resolver');
}

export async function runMain(
  args: readonly string[],
  folder: string,
  parts: Partial<Io> = {},
): Promise<Ran> {
  let out = '';
  let err = '';
  const { signal = new AbortController().signal } = parts;
  const io: Io = {
    folder,
    print: (text) => {
      out += `${text}\n`;
    },
    error: (text) => {
      err += `${text}\n`;
    },
    progress: (text) => {
      if (String(text) !== '') err += `${text}\n`;
    },
    clear: () => {
      out += '(the terminal is cleared)\n';
    },
    color: false,
    errorColor: false,
    width: 110,
    columns: Number.POSITIVE_INFINITY,
    ask: async () => undefined,
    isTerminal: false,
    now: () => new Date(),
    sleep: (milliseconds) => delay(milliseconds, undefined, { signal }).catch(() => undefined),
    git: systemGit,
    ...parts,
    signal,
  };
  return { status: await main(args, io), out, err };
}

/** The findings of hosts in JSON, each as `severity code`. */
export function codesOf({
  findings,
}: {
  readonly findings: readonly { severity: string; code: string }[];
}): string[] {
  return findings.map(({ severity, code }) => `${severity} ${code}`);
}

/** The commands of this project that a text has, without `npm run domains --`. */
export function commandsIn(text: string): string[] {
  return [...text.matchAll(/npm run (?:--silent )?domains -- ([^`\n]*)/g)].map(([, command = '']) => command);
}

/** The output of a stack with these hosts. */
export function outputsOf(hosts: object): string {
  return JSON.stringify({ hosts });
}
