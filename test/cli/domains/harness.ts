// A fixture for `npm run domains` in process: a project folder, a small internet and a captured terminal.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect } from 'vitest';
import { main } from '../../../cli/domains/command.ts';
import type { Io } from '../../../cli/domains/io.ts';
import {
  type Misbehaviour,
  startDns,
  type TestDns,
} from '../../../packages/custom-domains/test/preflight/dns-server.ts';
import type { Internet } from '../../../packages/custom-domains/test/preflight/internet.ts';
import { recordRun } from './transcript.ts';

export interface Ran {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

export interface DomainsFixture {
  readonly folder: string;
  write(name: string, text: string): void;
  read(name: string): string;
  /** A file of `.local/`, as `npm run local` writes them. */
  writeLocal(name: string, text: string): void;
  /** Commits everything and names the commit `base`. */
  commit(): void;
  /** In the folder, with an author. Returns standard output. */
  git(...args: string[]): string;
  serve(internet: Internet, misbehave?: Misbehaviour): Promise<TestDns>;
  /** Runs a command against the DNS being served. */
  run(...args: string[]): Promise<Ran>;
  /** What Ctrl-C does to the commands that run from now on. */
  stopWith(stop: AbortController): void;
  /** Commands run so many days from now; DNS and TLS are of today. */
  turnClock(days: number): void;
  close(): Promise<void>;
}

const DAY_MS = 86_400_000;
const { PATH = '' } = process.env;
const FOLDERS = PATH.split(delimiter);
/** What the commands say must not depend on a Pulumi CLI that a machine has, perhaps beside git. */
const WITHOUT_PULUMI = FOLDERS.filter((folder) => !existsSync(join(folder, 'pulumi')));
const GIT = FOLDERS.map((folder) => join(folder, 'git')).find((file) => existsSync(file)) as string;

export function openFixture(): DomainsFixture {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-domains-'));
  const tools = mkdtempSync(join(tmpdir(), 'petstore-path-'));
  symlinkSync(GIT, join(tools, 'git'));
  process.env.PATH = [tools, ...WITHOUT_PULUMI].join(delimiter);
  let dns: TestDns | undefined;
  let daysAhead = 0;
  let stop: AbortController | undefined;
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.test', ...args], {
      cwd: folder,
      stdio: 'pipe',
      encoding: 'utf8',
    });
  return {
    folder,
    write: (name, text) => writeFileSync(join(folder, name), text),
    writeLocal: (name, text) => {
      mkdirSync(join(folder, '.local'), { recursive: true });
      writeFileSync(join(folder, '.local', name), text);
    },
    read: (name) => readFileSync(join(folder, name), 'utf8'),
    git,
    commit: () => {
      git('init', '-q', '-b', 'main', '.');
      git('add', '-A');
      git('commit', '-qm', 'base');
      git('tag', '-f', 'base');
    },
    serve: async (internet, misbehave) => {
      await dns?.close();
      dns = await startDns(withNameServers(internet), { misbehave });
      return dns;
    },
    run: async (...args) => {
      const dnsArgs = dns && isDnsCommand(args) ? ['--resolver', dns.resolver, '--timeout', '0.15'] : [];
      return runMain([...args, ...dnsArgs], folder, {
        now: () => new Date(Date.now() + daysAhead * DAY_MS),
        signal: stop?.signal,
      });
    },
    stopWith: (given) => {
      stop = given;
    },
    turnClock: (days) => {
      daysAhead = days;
    },
    close: async () => {
      await dns?.close();
      process.env.PATH = PATH;
      for (const path of [folder, tools]) rmSync(path, { recursive: true, force: true });
    },
  };
}

/** With production and staging, which the branch `base` has too. */
export function openCommitted(): DomainsFixture {
  const fixture = openFixture();
  fixture.write('Pulumi.production.yaml', productionFile);
  fixture.write('Pulumi.staging.yaml', stagingFile);
  fixture.commit();
  return fixture;
}

const DECLARED: Readonly<Record<string, readonly string[]>> = {
  'petstore.example': ['ada.ns.cloudflare.test', 'bob.ns.cloudflare.test'],
  'petstore.dev': ['ns-1.awsdns-1.test', 'ns-2.awsdns-1.test'],
};

/** The declared zones' servers have the names that their DNS hosts give; a case can have others. */
function withNameServers(internet: Internet): Internet {
  const named = Object.entries(DECLARED).flatMap(([name, servers]) => {
    const zone = internet[name];
    if (zone === undefined || zone.nameServers !== undefined) return [];
    return [{ name, zone, nameServers: servers.slice(0, zone.on.length) }];
  });
  const zones = named.map(({ name, zone, nameServers }) => [name, { ...zone, nameServers }] as const);
  const hosts = named.map(({ zone, nameServers: [first = '', ...others] }) => {
    const records = [first, ...others].map((server, index) => `${server} A ${zone.on[index]}`);
    return [first.split('.').slice(1).join('.'), { on: ['127.0.0.20'], records }] as const;
  });
  return { ...internet, ...Object.fromEntries([...zones, ...hosts]) };
}

/** Every command has --resolver; help, and arguments that name one already, are not changed. */
function isDnsCommand(args: readonly string[]): boolean {
  return !args.includes('--help') && !args.includes('--resolver');
}

/** The tests of the local cloud run these commands too, against what changes meanwhile. */
const isTranscribed = (): boolean => expect.getState().testPath?.includes('test/cli/domains/') === true;

export async function runMain(
  args: readonly string[],
  folder: string,
  { now = () => new Date(), signal = new AbortController().signal, isTerminal = false } = {},
): Promise<Ran> {
  let out = '';
  let err = '';
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
    isTerminal,
    now,
    signal,
  };
  const status = await main(args, io);
  if (isTranscribed()) recordRun({ args, folder, status, out, err });
  return { status, out, err };
}

export const productionFile = `# The production stack.
config:
  aws:region: eu-west-1
  petstore:plan: pro
  petstore:zones:
    petstore.example: { provider: cloudflare, zoneId: 023e105f4ecef8ad9ca31a8372d0c353 }
    petstore.dev: { provider: route53 } # looked up by name
  petstore:api:
    primary: api.petstore.example
  petstore:docs:
    primary: petstore.example # an apex
    domains:
      - old.petstore.example
`;

/** Of another stack, with names of its own in the same zones. */
export const stagingFile = productionFile.replaceAll(
  /(?<=primary: |- )(?=\S*petstore\.example)/g,
  'staging.',
);

/** The file with the changes of the pull request. */
export const changedFile = productionFile
  .replace('      - old.petstore.example\n', '      - docs.petstore.dev\n      - shop.partner.example\n')
  .replace(
    'primary: api.petstore.example\n',
    'primary: api.petstore.example\n    domains: [api.eu.petstore.example, api2.petstore.dev]\n',
  );

/** The file with a host of the documentation that moves to the API. */
export const movedFile = productionFile
  .replace('    domains:\n      - old.petstore.example\n', '')
  .replace(
    'primary: api.petstore.example\n',
    'primary: api.petstore.example\n    domains: [old.petstore.example]\n',
  );

export const healthyInternet: Internet = {
  'petstore.example': { on: ['127.0.0.21', '127.0.0.22'] },
  'petstore.dev': { on: ['127.0.0.23'] },
  'partner.example': { on: ['127.0.0.24'] },
};

/** One host of each kind: healthy, with a warning, blocked, external. */
export const mixedInternet: Internet = {
  'petstore.example': {
    on: ['127.0.0.21', '127.0.0.22'],
    records: ['*.petstore.example MX 10 mail.petstore.example', '*.petstore.example TXT v=spf1'],
  },
  'petstore.dev': { on: ['127.0.0.23'], records: ['api2.petstore.dev 600 A 192.0.2.1'] },
  'partner.example': {
    on: ['127.0.0.24', '127.0.0.25'],
    records: [
      'shop.partner.example 3600 CNAME cname.vercel-dns.com',
      'partner.example CAA 0 issue letsencrypt.org',
    ],
  },
  'vercel-dns.com': { on: ['127.0.0.26'], records: ['cname.vercel-dns.com A 192.0.2.9'] },
};
