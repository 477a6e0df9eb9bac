// The command line of `custom-domains` in process: usage, standard input, interruption, and what the packed test leaves out.
import { createSocket } from 'node:dgram';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { main } from '../../src/cli/command.ts';
import { startDns, type TestDns } from '../preflight/dns-server.ts';
import type { Internet } from '../preflight/internet.ts';

const internet: Internet = {
  'example.com': {
    on: ['127.0.0.11'],
    records: [
      'shop.example.com CNAME cname.platform.com',
      '_v.shop.example.com CNAME _x.acm-validations.aws',
      'evil.example.com CAA 128 tbs \u001b[2J',
    ],
  },
  'platform.com': {
    on: ['127.0.0.12'],
    records: ['cname.platform.com A 192.0.2.9', 'cname.platform.com CAA 0 issue letsencrypt.org'],
  },
  'acm-validations.aws': { on: ['127.0.0.12'] },
};

let dns: TestDns;
beforeEach(async () => {
  dns = await startDns(internet);
});
afterEach(() => dns.close());

interface Input {
  readonly lines?: readonly string[];
  readonly signal?: AbortSignal;
}

async function run(
  args: readonly string[],
  { lines = [], signal = new AbortController().signal }: Input = {},
) {
  const ran = { out: '', err: '', progress: [] as string[] };
  const status = await main(args, {
    print: (text) => {
      ran.out += `${text}\n`;
    },
    error: (text) => {
      ran.err += `${text}\n`;
    },
    progress: (text) => void ran.progress.push(String(text)),
    lines: async function* () {
      yield* lines;
    },
    color: false,
    width: 110,
    signal,
  });
  return { status, ...ran };
}

const local = () => ['--resolver', dns.resolver, '--timeout', '0.5'];

describe('many hosts on standard input', () => {
  const check = ['check', '-', '--target', 'cname:x.example.net', '--authority', 'amazon'];
  const lines = (count: number, name: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => name(index));

  test('20 faults are shown, and how many more there are', async () => {
    const faulty = lines(22, (index) => `a_${index}.example.com`);
    const { status, err } = await run([...check, ...local()], {
      lines: [...faulty, 'shop.example.com'],
    });
    expect([status, dns.queries.length]).toEqual([2, 0]);
    expect(err).toContain('22 of 23 cannot be checked:');
    expect(err).toContain('"a_19.example.com"');
    expect(err).not.toContain('"a_20.example.com"');
    expect(err.trimEnd().split('\n').at(-1)).toBe('  and 2 more');
  });

  test('20 faults are all of them', async () => {
    const { err } = await run([...check, ...local()], {
      lines: lines(20, (index) => `a_${index}.example.com`),
    });
    expect(err).toContain('"a_19.example.com"');
    expect(err).not.toContain('more');
  });

  test('as many as 10,000 are read', async () => {
    const { err } = await run([...check, ...local()], {
      lines: lines(10_000, (index) => `a_${index}.example.com`),
    });
    expect(err).toContain('10000 of 10000 cannot be checked:');
  });

  test('more than 10,000 are refused before one is checked', async () => {
    const { status, err } = await run([...check, ...local()], {
      lines: lines(10_001, (index) => `a${index}.example.com`),
    });
    expect([status, dns.queries.length]).toEqual([2, 0]);
    expect(err).toContain('These are more than 10000 hosts.\n  check them in several runs');
  });
});

describe('a wrong command line is exit status 2, with the fix, and sends no query', () => {
  test.each<[string, readonly string[], string]>([
    ['no command', [], 'No command is given.\n  give check, dangling or profiles'],
    ['another command', ['chek', 'a.example.com'], '"chek" is not a command'],
    ['an unknown option', ['check', '--nope'], "Unknown option '--nope'"],
    ['an unknown authority', ['check', 'a.example.com', '--authority', 'acme'], '"acme" is not known'],
    [
      'an unknown target',
      ['check', 'a.example.com', '--target', 'x'],
      'cloudfront, apigateway, alb, cname:NAME',
    ],
    ['a target that is not a name', ['check', 'a.example.com', '--target', 'cname:a b.c'], 'not a DNS name'],
    [
      'a target that is an address',
      ['check', 'a.example.com', '--target', 'cname:192.0.2.1'],
      'not a DNS name',
    ],
    [
      'a target that is an address with a long end',
      ['check', 'a.example.com', '--target', 'cname:192.0.2.10'],
      'not a DNS name',
    ],
    ['an address that is none', ['check', 'a.example.com', '--target', 'a:192.0.2.999'], '"192.0.2.999"'],
    [
      'a method of another authority',
      ['check', 'a.example.com', '--authority', 'amazon', '--method', 'http-01'],
      'Amazon has no method "http-01".\n  give dns',
    ],
    [
      'a validation that is not a record',
      ['check', 'a.example.com', '--authority', 'amazon', '--validation', 'x'],
      'give NAME=VALUE',
    ],
    [
      'a validation for no host',
      ['check', 'a.example.com', '--authority', 'amazon', '--validation', '_v.b.example.com=_x.aws'],
      '_v.b.example.com is for none of the hosts',
    ],
    [
      'a resolver that is none',
      ['check', 'a.example.com', '--authority', 'amazon', '--resolver', 'x'],
      '1.1.1.1',
    ],
    ['a port that is none', ['dangling', 'a.example.com', '--web-port', '0'], 'from 1 to 65535'],
    ['a timeout that is none', ['dangling', 'a.example.com', '--timeout', 'soon'], 'from 0.05 to 60'],
    [
      'hosts that are none: each is named',
      ['dangling', 'https://a.example.com', '*.example.com', 'b.example.com'],
      '2 of 3 cannot be checked:\n  "https://a.example.com" is a URL',
    ],
    [
      'a host with characters that do not print',
      ['dangling', 'a\u202e\u001b.example.com'],
      '"a\\u202e\\u001b.example.com" ',
    ],
    [
      "a name that is too long for ACM's certificates",
      ['check', `${'a'.repeat(60)}.example.com`, '--authority', 'amazon'],
      'at most 64',
    ],
  ])('%s', async (_, args, message) => {
    const { status, out, err } = await run([...local(), ...args]);
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain(message);
    expect(dns.queries).toEqual([]);
  });
});

test.each([['--help'], ['check', '--help'], ['dangling', '-h'], ['profiles', '--help'], ['help']])(
  'help: all of it, also after a command (%s)',
  async (...args) => {
    const { status, out, err } = await run(args);
    expect([status, err]).toEqual([0, '']);
    await expect(out).toMatchFileSnapshot('__snapshots__/help.txt');
  },
);

describe('what is missing is reported at once, with a command that has it', () => {
  const hosts = '  <host...>  the hosts to check; - reads them from standard input\n';
  const authority = '--authority  who issues the certificate: amazon, letsencrypt, google\n';

  test.each<[string, readonly string[], string]>([
    [
      'the host first, then the authority',
      ['check'],
      `check needs <host...> and --authority.\n  <host...>    the hosts to check; - reads them from standard input\n  ${authority}  for example: npx custom-domains check shop.example.com --authority amazon\n`,
    ],
    [
      'the host alone: what is given stays, and a target has an authority',
      ['check', '--target', 'alb'],
      `check needs <host...>.\n${hosts}  for example: npx custom-domains check shop.example.com --target alb\n`,
    ],
    [
      'the authority alone: one with the method that is given',
      ['check', 'a.example.com', '--method', 'http-01'],
      `check needs --authority.\n  ${authority}  for example: npx custom-domains check a.example.com --method http-01 --authority letsencrypt\n`,
    ],
    [
      'a name',
      ['dangling'],
      'dangling needs <name...>.\n  <name...>  the names to follow; - reads them from standard input\n  for example: npx custom-domains dangling shop.example.com\n',
    ],
  ])('%s', async (_, args, message) => {
    const { status, err } = await run([...args, ...local()]);
    expect(err.replace(` ${local().join(' ')}`, '')).toBe(message);
    expect(status).toBe(2);
    expect(dns.queries).toEqual([]);
  });

  test('standard input without a host', async () => {
    const { status, err } = await run(['dangling', '-', ...local()], { lines: ['# none'] });
    expect({ status, err }).toEqual({
      status: 2,
      err: 'Standard input has no host.\n  write one on each line\n',
    });
  });
});

describe('check', () => {
  test.each([
    ['cloudfront', 'shop'],
    ['apigateway', 'shop'],
    ['alb', 'shop'],
    ['cname:shop.example.net', 'shop'],
    ['a:192.0.2.1,2001:db8::1', 'shop'],
    ['cloudfront', 'apex'],
    ['cname:shop.example.net', 'apex'],
  ])('the record that %s needs at the %s, for a person and for machines', async (target, where) => {
    const host = where === 'apex' ? 'example.com' : 'new.example.com';
    const args = ['check', host, '--target', target, '--authority', 'amazon', ...local()];
    const text = await run(args);
    expect(text.out.replaceAll(dns.resolver, 'RESOLVER')).toMatchSnapshot();
    const { out } = await run([...args, '--json']);
    expect(JSON.parse(out).hosts[0].needs).toMatchSnapshot();
  });

  test('hosts of standard input, each once; comments and empty lines are left out', async () => {
    const lines = ['# shops', '', 'a.example.com b.example.com', 'A.EXAMPLE.com. # again'];
    const { status, out } = await run(['check', '-', '--authority', 'amazon', ...local()], { lines });
    expect(status).toBe(0);
    expect(out.match(/✓ .*/g)).toEqual([
      '✓ a.example.com  Amazon may issue (no CAA)',
      '✓ b.example.com  Amazon may issue (no CAA)',
    ]);
  });

  test('progress is a line for each host, and is removed', async () => {
    const { progress } = await run([
      'check',
      'a.example.com',
      'b.example.com',
      '--authority',
      'amazon',
      ...local(),
    ]);
    expect(progress).toEqual([
      'reading DNS: 0 of 2 hosts',
      'reading DNS: 1 of 2 hosts',
      'reading DNS: 2 of 2 hosts',
      '',
    ]);
  });

  test("a new target's own CAA forbids the authority", async () => {
    const args = ['check', 'www.example.com', '--target', 'cname:cname.platform.com', '--json', ...local()];
    const forbidden = await run([...args, '--authority', 'google']);
    expect(forbidden.status).toBe(1);
    const [host] = JSON.parse(forbidden.out).hosts;
    expect(host.findings.map(({ code }: { code: string }) => code)).toEqual([
      'caa-of-new-target',
      'record-missing',
    ]);
    expect(host.needs).toBe('www.example.com.  3600  IN  CNAME  cname.platform.com.');
    expect((await run([...args, '--authority', 'letsencrypt'])).status).toBe(0);
  });

  test('the validation record that the authority asked for', async () => {
    const args = ['check', 'shop.example.com', '--authority', 'letsencrypt', ...local()];
    const there = await run([...args, '--validation', '_v.shop.example.com.=_X.acm-validations.aws.']);
    expect([there.status, there.out]).toEqual([0, expect.not.stringContaining('record-missing')]);
    const other = await run([...args, '--validation', '_v.shop.example.com=_y.acm-validations.aws']);
    expect(other.status).toBe(1);
    expect(other.out).toContain('add     _v.shop.example.com.  3600  IN  CNAME  _y.acm-validations.aws.');
  });

  test('a validation record is for one of the hosts, and the others need none', async () => {
    const hosts = ['a.example.com', 'shop.example.com', 'b.example.com'];
    const record = '_v.shop.example.com=_y.acm-validations.aws';
    const args = ['check', ...hosts, '--authority', 'amazon', '--validation', record, '--json', ...local()];
    const { hosts: checked } = JSON.parse((await run(args)).out);
    expect(checked.map(({ verdict }: { verdict: string }) => verdict)).toEqual(['ok', 'blocked', 'ok']);
  });

  test("ACM's limit of a name is none of another authority", async () => {
    const long = `${'a'.repeat(60)}.example.com`;
    const { status, err } = await run(['check', long, '--authority', 'letsencrypt', ...local()]);
    expect({ status, err }).toEqual({ status: 0, err: '' });
  });

  test("at an apex the target's CAA does not count: its alias shows addresses alone", async () => {
    const args = ['check', 'example.com', '--target', 'cname:cname.platform.com', '--authority', 'google'];
    const { status, out } = await run([...args, ...local()]);
    expect(status).toBe(0);
    expect(out).not.toContain('caa-of-new-target');
  });

  test("the zones' own servers are queried at the port that is given", async () => {
    const closed = createSocket('udp4');
    await new Promise<void>((resolve) => closed.bind(0, '127.0.0.11', () => resolve()));
    const { port } = closed.address();
    const args = ['check', 'a.example.com', '--authority', 'google', '--authority-port', `${port}`];
    const asked = new Promise((resolve) => closed.once('message', resolve));
    const { status, out } = await run([...args, '--resolver', dns.resolver, '--timeout', '0.1']);
    await asked;
    closed.close();
    expect(status).toBe(3);
    expect(out).toContain(`127.0.0.11:${port} did not respond within 0.1 s`);
  });

  test('what is missing blocks a host that is live, and no other', async () => {
    const args = ['check', 'www.example.com', '--target', 'a:192.0.2.1', '--authority', 'google', ...local()];
    expect((await run(args)).status).toBe(0);
    expect((await run([...args, '--live'])).status).toBe(1);
  });

  test('with the resolver alone it says what it could not see', async () => {
    const args = ['check', 'a.example.com', '--authority', 'google', '--resolver-only', ...local()];
    const { status, out } = await run(args);
    expect(status).toBe(0);
    expect(out).toContain('note: only the resolver was queried');
    expect(new Set(dns.queries.map(({ server }) => server))).toEqual(new Set(['127.0.0.1']));
  });

  test('foreign records are printed as visible characters', async () => {
    const { out } = await run(['check', 'evil.example.com', '--authority', 'google', ...local()]);
    expect(out).not.toContain('\u001b');
    expect(out).toContain('128 tbs "\\027[2J"');
  });
});

test('interrupted: exit status 130 at once, and no result', async () => {
  const silent = createSocket('udp4');
  await new Promise<void>((resolve) => silent.bind(0, '127.0.0.1', () => resolve()));
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 100);
  const started = performance.now();
  const resolver = `127.0.0.1:${silent.address().port}`;
  const ran = await run(
    ['check', 'a.example.com', '--authority', 'amazon', '--timeout', '30', '--resolver', resolver],
    {
      signal: stop.signal,
    },
  );
  silent.close();
  expect(performance.now() - started).toBeLessThan(3000);
  expect([ran.status, ran.out, ran.err]).toEqual([130, '', 'interrupted\n']);
});

test('the authorities and targets that it knows, with their sources', async () => {
  const { status, out, err } = await run(['profiles']);
  expect({ status, err }).toEqual({ status: 0, err: '' });
  await expect(out).toMatchFileSnapshot('__snapshots__/profiles.txt');
});

test('an error that is no wrong use is not taken for one', async () => {
  const broken = main(['profiles'], {
    print: () => {
      throw new TypeError('broken');
    },
    ...{ error: () => undefined, progress: () => undefined, lines: async function* () {} },
    ...{ color: false, width: 110, signal: new AbortController().signal },
  });
  await expect(broken).rejects.toThrow('broken');
});
