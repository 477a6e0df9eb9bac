// What a start is made of, and what it is refused with.
import { cpSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { planStart, type StartOptions } from '../../../cli/local/start-plan.ts';
import { stampOf } from '../../../cli/local-files.ts';
import { CHECKOUT } from '../../checkout.ts';
import { temporaryFolder } from '../folder.ts';

const NAME = 'Pulumi.local.yaml';
const ZONE = 'cli/local/internet.zone';
let root: string;
beforeEach(() => {
  root = temporaryFolder({ '.local/': '' });
  cpSync(CHECKOUT, root, { recursive: true });
});

const start = (options: Partial<StartOptions> = {}) => {
  const given = { port: 0, httpPort: 0, dnsPort: 0, fresh: false, engine: false, ...options };
  return planStart(root, join(root, '.local'), given);
};
const edit = (from: string, to: string) => () =>
  writeFileSync(join(root, NAME), readFileSync(join(root, NAME), 'utf8').replace(from, to));

test('what the plan was made of, and the zone file of the project where none is named', () => {
  const internetFile = join(root, ZONE);
  const sources = { stackFile: stampOf(join(root, NAME)), internetFile: stampOf(internetFile) };
  expect(start()).toMatchObject({ plan: { stack: 'local' }, internetFile, sources });
});

const saying = (text: string) => ({ message: expect.stringContaining(text) });
const NO_STACK = { problems: [expect.objectContaining({ code: 'no-such-stack' })] };
const OTHERS = 'config:\n  aws:allowedAccountIds: ["111111111111"]';
const withoutPulumi = () => void vi.stubEnv('PATH', root);

test.each<[string, object, Partial<StartOptions>, (() => void)?]>([
  ['a stack of another account', saying('AWS account ID not allowed'), {}, edit('config:', OTHERS)],
  ['a problem of the stack file', saying('aws:region'), {}, edit('eu-west-1', 'eu-central-9')],
  ['no stack file', NO_STACK, {}, () => rmSync(join(root, NAME))],
  ['no zone file', saying('no such file'), {}, () => rmSync(join(root, ZONE))],
  ['--engine without a CLI', saying('--engine needs the Pulumi CLI'), { engine: true }, withoutPulumi],
  ['a port of two', saying('--port and --dns-port are the same port, 8443.'), { port: 8443, dnsPort: 8443 }],
  ['a zone file without a name', saying('--internet is empty.'), { internet: '' }],
  ['a zone file that is absent', saying('no such file'), { internet: 'none.zone' }],
  ['a folder as the zone file', saying('is a folder'), { internet: 'cli' }],
])('refused: %s', (_, error, options, prepare = () => {}) => {
  prepare();
  expect(() => start(options)).toThrow(expect.objectContaining(error));
});

test('a zone file that is wrong, and one that --fresh would delete, also by a link', () => {
  const internet = join(root, '.local/own.zone');
  writeFileSync(internet, 'a.example. 300 IN A nowhere\n');
  const wrong = { problems: [expect.objectContaining({ path: 'own.zone:1' })] };
  expect(() => start({ internet })).toThrow(expect.objectContaining(wrong));
  writeFileSync(internet, '');
  const link = join(root, 'link.zone');
  symlinkSync(internet, link);
  renameSync(join(root, '.local'), join(root, 'elsewhere'));
  symlinkSync('elsewhere', join(root, '.local'));
  for (const file of [internet, link, join(root, 'elsewhere/own.zone')])
    expect(() => start({ internet: file, fresh: true })).toThrow(expect.objectContaining({ code: 'usage' }));
  expect(start({ internet })).toMatchObject({ internetFile: internet });
  expect(start({ fresh: true })).toMatchObject({ plan: { stack: 'local' } });
});
