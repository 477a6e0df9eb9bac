// A fixture for `npm run domains` in process: a project folder, a small internet and a captured terminal.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { UsageError } from '@petstore/custom-domains/output';
import { afterEach, beforeEach, expect } from 'vitest';
import { main } from '../../../cli/domains/command.ts';
import { type Checkout, type Git, systemGit } from '../../../cli/domains/git.ts';
import type { Io } from '../../../cli/domains/io.ts';
import { stampOf } from '../../../cli/local-files.ts';
import {
  type Misbehaviour,
  startDns,
  type TestDns,
} from '../../../packages/custom-domains/test/preflight/dns-server.ts';
import type { Internet } from '../../../packages/custom-domains/test/preflight/internet.ts';
import { withNameServers } from './samples.ts';

export * from './preview.ts';
export * from './samples.ts';
export type { Misbehaviour };

const DAY_MS = 86_400_000;
const REVISIONS: readonly string[] = ['base', 'HEAD', 'a;b'];

export type Fixture = ReturnType<typeof openFixture>;

/** Git's answers are those of a repository in memory, and a wait only turns the clock. */
export function openFixture() {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-domains-'));
  const committed = new Map<string, string>();
  let checkout: (Omit<Checkout, 'isTracked' | 'isChanged'> & Partial<Checkout>) | undefined;
  const git: Git = {
    baseOf: async (_folder, revision) => {
      if (checkout !== undefined && REVISIONS.includes(revision)) return revision;
      throw new UsageError(`Git has no revision "${revision}" here.`, 'fetch it first');
    },
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
  let act: (milliseconds: number) => void | Promise<void> = () => undefined;
  let aheadMs = 0;
  let dns: TestDns | undefined;
  /** For a packet: servers that respond are waited for, on a slow machine too; those that are silent are not. */
  let seconds = '10';
  let given: Partial<Io> = {};
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const writeLocal = (name: string, text: string) => write(`.local/${name}`, text);
  const run = async (...args: string[]) => {
    const own = dns && !args.includes('--resolver') ? ['--resolver', dns.resolver, '--timeout', seconds] : [];
    const ran = await runMain([...args, ...own], folder, {
      git,
      sleep: async (milliseconds) => {
        aheadMs += milliseconds;
        await act(milliseconds);
      },
      ...given,
      now: () => new Date(Date.now() + aheadMs),
    });
    // A printed command has the options of the one that printed it: those of the fixture are left out again.
    const without = (text: string) => {
      if (own.length === 0) return text;
      const printed = text.split(/(?<!for example: )npm run (?:--silent )?domains -- (?=[a-z])/).slice(1);
      const option = new RegExp(`\\s+${own.join('\\s+')}`, 'g');
      expect(printed.filter((one) => one.search(option) < 0)).toEqual([]);
      return text.replaceAll(option, '');
    };
    return { ...ran, out: without(ran.out), err: without(ran.err) };
  };
  return {
    folder,
    write,
    read: (name: string) => readFileSync(join(folder, name), 'utf8'),
    remove: (name: string) => rmSync(join(folder, name)),
    /** A file of `.local/`, as `npm run local` writes them. */
    writeLocal,
    /** Commits the files of the folder and names the commit `base`. */
    commit: () => {
      committed.clear();
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
        if (name.endsWith('.yaml'))
          committed.set(join(folder, name), readFileSync(join(folder, name), 'utf8'));
      checkout ??= {};
    },
    serve: async (internet: Internet, misbehave?: Misbehaviour): Promise<TestDns> => {
      await dns?.close();
      dns = await startDns(withNameServers(internet), { misbehave });
      seconds = misbehave === undefined ? '10' : '0.15';
      return dns;
    },
    /** Runs a command against the DNS being served. */
    run,
    /** The same, with the status and the members of its JSON. */
    runJson: async (...args: string[]) => {
      const { status, out } = await run(...args, '--format', 'json');
      return { status, ...JSON.parse(out) };
    },
    /** `.local/ready.json` of a local cloud that runs, with the DNS being served, and has deployed the files as they are, unless it says. */
    ready: (deployment: object = {}, more: object = {}) => {
      const internetFile = join(folder, 'internet.zone');
      const stackFile = stampOf(join(folder, 'Pulumi.local.yaml'));
      const stamps = { stackFile, internetFile: stampOf(internetFile) };
      const caFile = join(folder, '.local/ca.pem');
      const own = { hosts: {}, caFile, pid: process.pid, dnsServer: dns?.resolver, internetFile };
      const state = { isRunning: false, ...stamps, ...deployment };
      writeLocal('ready.json', JSON.stringify({ ...own, deployment: state, ...more }));
    },
    /** How the terminal of the commands that run from now on differs. */
    setIo: (parts: Partial<Io>) => {
      given = parts;
    },
    /** Commands run so many days from now; DNS and TLS are of today. */
    turnClock: (days: number) => {
      aheadMs = days * DAY_MS;
    },
    /** What a command does while it waits, in place of waiting: the clock is turned by that time. */
    whileSleeping: (action: typeof act) => {
      act = action;
    },
    close: async () => {
      await dns?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** One for each test of the file, with these files. */
export function fixtureForEach(files: Readonly<Record<string, string>> = {}): Fixture {
  const fixture = {} as Fixture;
  beforeEach(() => {
    Object.assign(fixture, openFixture());
    for (const [name, text] of Object.entries(files)) fixture.write(name, text);
  });
  afterEach(() => fixture.close());
  return fixture;
}

export async function runMain(args: readonly string[], folder: string, parts: Partial<Io> = {}) {
  const printed: string[] = [];
  const told: string[] = [];
  const io = silentIo(folder, parts.signal);
  const status = await main(args, {
    ...io,
    print: (text) => void printed.push(`${text}\n`),
    error: (text) => void told.push(`${text}\n`),
    progress: (text) => void told.push(String(text) === '' ? '' : `${text}\n`),
    clear: () => void printed.push('(the terminal is cleared)\n'),
    ...parts,
    signal: io.signal,
  });
  return { status, out: printed.join(''), err: told.join('') };
}

/** A terminal that shows nothing. */
export function silentIo(folder: string, signal = new AbortController().signal): Io {
  const nothing = () => undefined;
  return {
    ...{ folder, print: nothing, error: nothing, progress: nothing, clear: nothing },
    ...{ color: false, errorColor: false, width: 110, columns: Number.POSITIVE_INFINITY },
    ...{ isTerminal: false, now: () => new Date(), git: systemGit, signal },
    sleep: (milliseconds) => delay(milliseconds, undefined, { signal }).catch(nothing),
  };
}

/** The findings of hosts in JSON, each as `severity code`. */
export const codesOf = (host: {
  readonly findings: readonly { severity: string; code: string }[];
}): string[] => host.findings.map(({ severity, code }) => `${severity} ${code}`);

/** The commands of this project that a text has, without `npm run domains --`. */
export function commandsIn(text: string): string[] {
  return [...text.matchAll(/npm run (?:--silent )?domains -- ([^`\n]*)/g)].map(([, command = '']) => command);
}

/** The output of a stack with these hosts. */
export function outputsOf(hosts: object): string {
  return JSON.stringify({ hosts });
}
