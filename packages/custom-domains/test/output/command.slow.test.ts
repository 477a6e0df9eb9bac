// Printed commands as a shell reads them: each part is the one word that was meant, whatever is in it.
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { replaceCommands } from '../../src/dns-hosts/index.ts';
import { type Command, command } from '../../src/output/index.ts';

/** The arguments of each run, with the program, which is a function here. `sh -n` has parsed all of them first. */
function runsOf(programs: readonly string[], lines: readonly Command[]): string[][] {
  const stubs = programs.map((name) => `${name}() { printf '%s\\0' ${name} "$@" END >&2; }`);
  const input = [...stubs, 'TOKEN_VARIABLE=secret', ...lines].join('\n');
  expect(spawnSync('sh', ['-n'], { input, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  const runs = spawnSync('sh', [], { input, encoding: 'utf8' }).stderr.split('\0END\0').slice(0, -1);
  return runs.map((run) => run.split('\0'));
}

const HOSTILE = 'z;touch pwned;|x$(id)|`id`|it\'s|"|a b|~|*|!!|\\|-rf|#|'.split('|');

test('any text is one word, and a list is as many as it has', () => {
  const text = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'grapheme' }));
  const word = text.filter((one) => !/[\0\n\r]/.test(one));
  const samples = fc.sample(fc.tuple(word, fc.array(word), word), 300);
  const lines = samples.map(([one, list, last]) => command`git commit -m ${one} ${list} -- ${last}`);
  const expected = samples.map(([one, list, last]) => ['git', 'commit', '-m', one, ...list, '--', last]);
  expect(runsOf(['git'], lines)).toEqual(expected);
});

const CHANGE = { host: '*.a b.example', apex: false, target: '$(id).example', ttl: 300 };
const replacing = (zone: object) =>
  replaceCommands(zone as never, { ...CHANGE, old: [{ type: 'CNAME', value: "x'; id", ttl: 60 }] });

test('the records of a host are replaced, at Cloudflare without the token on a command line', () => {
  const zone = { provider: 'cloudflare', name: 'a', zoneId: '$(id)', tokenVariable: 'TOKEN_VARIABLE' };
  const url = 'https://api.cloudflare.com/client/v4/zones/$(id)/dns_records';
  const runs = runsOf(['curl', 'jq'], replacing(zone));
  expect(runs).toContainEqual(['curl', '-s', '-H', '@-', `${url}?name=*.a b.example`]);
  expect(runs).toContainEqual(['jq', '-c', expect.stringContaining('"content":"$(id).example"')]);
  expect(runs).toContainEqual(['curl', '-s', '-H', '@-', `${url}/batch`, '--json', '']);
  expect(JSON.stringify(runs)).not.toContain('secret');
  const [lookUp, change] = runsOf(['aws'], replacing({ provider: 'route53', name: 'a b;id' }));
  expect(lookUp).toEqual(expect.arrayContaining(['--dns-name', 'a b;id']));
  expect(JSON.parse(change?.at(-1) ?? '').Changes[1].ResourceRecordSet).toMatchObject({
    ResourceRecords: [{ Value: '$(id).example' }],
  });
});
