// The command line of `custom-domains`: help, and what is refused with exit status 2 before a query is sent.
import { afterAll, expect, test } from 'vitest';
import { AUTHORITIES } from '../../src/authorities/index.ts';
import { TARGETS } from '../../src/cli/targets.ts';
import { startDns } from '../preflight/dns-server.ts';
import { runCli } from './run-cli.ts';

const dns = await startDns({ 'example.com': { on: ['127.0.0.11'] } });
afterAll(() => dns.close());

/** Exit status 2 with the message on standard error alone, and no query; the message. */
async function refused(args: readonly string[], lines?: readonly string[]): Promise<string> {
  const network = args.includes('--resolver') ? [] : ['--resolver', dns.resolver, '--timeout', '0.5'];
  const { status, out, err } = await runCli([...network, ...args], { lines });
  expect({ status, out, queries: dns.queries }).toEqual({ status: 2, out: '', queries: [] });
  return err.replace(` ${network.join(' ')}`, '');
}

const many = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => name.replace('N', String(index)));
const TWENTY = /^9999 of 10000 cannot be checked:\n(.*\n){19}.*a_19\..*\n$/;
const INPUT = 'check - --target cname:x.example.net --authority amazon';
const AMAZON = 'check a.example.com --authority amazon';

test.each<[what: string, line: string, message: string | RegExp, lines?: readonly string[]]>([
  ['no command', '', 'No command is given.\n  give check, dangling or profiles'],
  ['another command', 'chek a.example.com', '"chek" is not a command.\n  give check, dangling'],
  ['an unknown option', 'check --tagret alb', "Unknown option '--tagret'\n  --help"],
  [
    'an unknown format',
    `${AMAZON} --format xml`,
    '--format "xml" is not known.\n  give text, markdown, json',
  ],
  ['a plan and a host', 'check a.example.com --plan -', '--plan takes no "a.example.com".\n  give it'],
  ['an option in place of a value', 'check --plan --json', "Option '--plan' argument is ambiguous\n  --help"],
  ['a device of root keys', `${AMAZON} --root-keys /dev/null`, '/dev/null is a device'],
  ['no file of root keys', `${AMAZON} --root-keys /none`, '--root-keys /none is not there.'],
  ['a folder as the plan', 'check --plan /', '/ is a folder, without the templates of cdk.out.'],
  ['a file without root keys', `${AMAZON} --root-keys ${import.meta.filename}`, 'has no keys'],
  ['a resolver that is not an address', `${AMAZON} --resolver x`, '1.1.1.1'],
  ['a CNAME to itself', `${AMAZON} --target cname:a.example.com`, 'cname:a.example.com is one of the hosts.'],
  ['validation for no host', `${AMAZON} --validation _v.b.example.com=_x.aws`, 'for none of the hosts'],
  ['names that are no hosts', 'dangling https://a.test *.test b.test', '2 of 3 cannot be checked:'],
  ['invisible characters', 'dangling a\u202e\u001b.example.com', '"a\\u202e\\u001b.example.com" '],
  ['too long for ACM', `check ${'a'.repeat(60)}.example.com --authority amazon`, 'at most 64'],
  ['no authority', 'check a.example.com', '--authority is missing.\n  give amazon, letsencrypt, google'],
  ['neither', 'check', 'There is no host.\n  give its name, such as shop.example.com; - reads lines\n--auth'],
  ['no host', 'check --target alb', 'There is no host.\n  give its name, such as shop.example.com'],
  ['no name', 'dangling', 'There is no host.'],
  ['a list without one', 'dangling -', 'There is no host.', ['# none']],
  ['of 10,000, 20 faults are read', INPUT, TWENTY, [...many(9_999, 'a_N.example.com'), 'a.example.com']],
  ['more, before one is checked', INPUT, 'more than 10000 hosts', many(10_001, 'aN.example.com')],
])('refused, with the fix: %s', async (_, line, message, lines) => {
  expect(await refused(line.split(' ').filter(Boolean), lines)).toMatch(message);
});

test.each([['--help'], ['check', '--help'], ['dangling', '-h'], ['profiles', '--help'], ['help']])(
  'help: all of it, also after a command (%s)',
  async (...args) => {
    const { status, out, err } = await runCli(args);
    expect([status, err]).toEqual([0, '']);
    await expect(out).toMatchFileSnapshot('golden/help.txt');
  },
);

test('the authorities and targets that it knows, with their sources: for a person, and for machines', async () => {
  const { status, out, err } = await runCli(['profiles']);
  expect({ status, err }).toEqual({ status: 0, err: '' });
  await expect(out).toMatchFileSnapshot('golden/profiles.txt');
  const { authorities, targets } = JSON.parse((await runCli(['profiles', '--json'])).out);
  expect(authorities).toEqual(JSON.parse(JSON.stringify(AUTHORITIES)));
  expect(targets.map(({ id }: { id: string }) => id)).toEqual(TARGETS.map(({ id }) => id));
});
