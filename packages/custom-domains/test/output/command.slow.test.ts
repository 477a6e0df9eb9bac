// Printed commands as a shell reads them: each part is the one word that was meant, whatever is in it.
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { replaceCommands } from '../../src/dns-hosts/index.ts';
import { type Command, command } from '../../src/output/index.ts';

/** The words that each command has in a POSIX shell, which has parsed all of them first. No program is run. */
function wordsOf(lines: readonly Command[]): string[][] {
  const script = lines.map((line) => `printf '%s\\0' ${line}; printf '\\n\\0'`).join('\n');
  const parsed = spawnSync('sh', ['-n'], { input: script, encoding: 'utf8' });
  expect(parsed).toMatchObject({ status: 0, stderr: '' });
  const { stdout } = spawnSync('sh', [], { input: script, encoding: 'utf8', env: {} });
  const commands = stdout.split('\n\0').slice(0, -1);
  return commands.map((text) => text.split('\0').slice(0, -1));
}

const HOSTILE = [
  'z;touch pwned;',
  `x$(touch${'$'}{IFS}pwned)`,
  '`id`',
  "it's",
  '"',
  'a b',
  '~',
  '*',
  '!!',
  '\\',
  '-rf',
  '#',
  '',
];

test('any text is one word, and a list is as many as it has', () => {
  const text = fc
    .oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'grapheme' }))
    .filter((one) => !/[\0\n\r]/.test(one));
  const samples = fc.sample(fc.tuple(text, fc.array(text), text), 300);
  const lines = samples.map(([one, list, last]) => command`git commit -m ${one} ${list} -- ${last}`);
  const expected = samples.map(([one, list, last]) => ['git', 'commit', '-m', one, ...list, '--', last]);
  expect(wordsOf(lines)).toEqual(expected);
});

/** The arguments of each run of the programs, which are functions here. Each writes at once: those of a pipe run side by side. */
function runsOf(line: Command): string[][] {
  const stub = (name: string) => `${name}() { printf '%s\\0' ${name} "$@" END >&2; }`;
  const script = `${['curl', 'jq', 'aws'].map(stub).join('\n')}\nTOKEN_VARIABLE=secret\n${line}`;
  const { stderr } = spawnSync('sh', [], { input: script, encoding: 'utf8' });
  const runs = stderr.split('\0END\0').slice(0, -1);
  return runs.map((text) => text.split('\0'));
}

const CHANGE = {
  host: '*.a b.example',
  apex: false,
  old: [{ type: 'CNAME', value: "x'; id", ttl: 60 }],
  target: '$(id).example',
  ttl: 300,
};

test('the records of a host at Cloudflare are replaced without the token on a command line', () => {
  const zone = {
    provider: 'cloudflare',
    name: 'a.example',
    zoneId: '$(id)',
    tokenVariable: 'TOKEN_VARIABLE',
  } as const;
  const [line] = replaceCommands(zone as never, CHANGE);
  const url = 'https://api.cloudflare.com/client/v4/zones/$(id)/dns_records';
  const runs = runsOf(line as Command);
  expect(runs).toContainEqual(['curl', '-s', '-H', '@-', `${url}?name=*.a b.example`]);
  expect(runs).toContainEqual(['jq', '-c', expect.stringContaining('"content":"$(id).example"')]);
  expect(runs).toContainEqual(['curl', '-s', '-H', '@-', `${url}/batch`, '--json', '']);
  expect(JSON.stringify(runs)).not.toContain('secret');
});

test('the records of a host in Route 53 are replaced in the zone of that name', () => {
  const [line] = replaceCommands({ provider: 'route53', name: 'a b;id' } as never, CHANGE);
  const [lookUp, change] = runsOf(line as Command);
  expect(lookUp?.slice(0, 5)).toEqual([
    'aws',
    'route53',
    'list-hosted-zones-by-name',
    '--dns-name',
    'a b;id',
  ]);
  const { Changes } = JSON.parse(change?.at(-1) ?? '');
  expect(Changes[1].ResourceRecordSet.ResourceRecords).toEqual([{ Value: '$(id).example' }]);
});
