// Config inside a Pulumi program, as the engine passes it: text, with structures as JSON.
import * as pulumi from '@pulumi/pulumi';
import { beforeAll, describe, expect, test } from 'vitest';
import { ProblemsError } from '../../../infra/config/problem.ts';
import { configError, readSettings } from '../../../infra/config/pulumi-config.ts';
import { loadSettings } from '../../../infra/config/stack-file.ts';
import { temporaryFolder } from '../../cli/folder.ts';

beforeAll(async () => {
  const mocks = { newResource: () => ({ id: '', state: {} }), call: () => ({}) };
  await pulumi.runtime.setMocks(mocks, 'petstore', 'production');
});

const failure = (folder?: string): Promise<unknown> => readSettings(folder).catch((error: unknown) => error);

test('settings come from the engine', async () => {
  pulumi.runtime.setAllConfig({
    'aws:region': 'eu-west-1',
    'petstore:plan': 'pro',
    'petstore:shards': '4',
    'petstore:function': '{"memoryMb":512}',
    'petstore:api': '{"primary":"api.petstore.dev","domains":["petstore.dev"]}',
    'petstore:docs': '{}',
    'cloudflare:apiToken': '{not ours',
    'aws:allowedAccountIds': '["012345678901"]',
  });
  expect(await readSettings()).toMatchObject({
    stack: 'production',
    shards: 4,
    function: { memoryMb: 512, timeoutSeconds: 10 },
    api: { primary: 'api.petstore.dev', domains: ['petstore.dev'] },
    allowedAccountIds: ['012345678901'],
  });
});

test('a bad config is one error that Pulumi shows without a stack trace, unknown keys and all', async () => {
  const wrong = { 'petstore:plans': 'pro', 'petstore:api': '{"primary":' };
  pulumi.runtime.setAllConfig({ 'aws:region': 'eu-west-1', ...wrong });
  const error = (await failure()) as Error;
  expect(pulumi.RunError.isInstance(error)).toBe(true);
  expect(error.cause).toBeInstanceOf(ProblemsError);
  const { problems } = error.cause as ProblemsError;
  const found = problems.map(({ code, path }) => `${code} ${path}`);
  expect(found).toEqual(['unknown-key petstore:plans', 'bad-type petstore:api']);
});

describe('the stack file beside the program', () => {
  /** A project with this file of production; undefined: without. */
  function project(text?: string): string {
    const defaults = 'name: petstore\nconfig: { petstore:shards: { default: 1 } }\n';
    const own = text === undefined ? undefined : { 'Pulumi.production.yaml': text };
    return temporaryFolder({ 'Pulumi.yaml': defaults, ...own });
  }

  const FILE = `config:
  aws:region: eu-central-9
  petstore:function:
    timeoutSeconds: 60
    memoryMb: 64
  petstore:plan: pro
  petstore:docs: { domains: [a.dev] }
  petstore:api:
    domain: [x.dev]
`;
  /** As the engine passes the file: without the order of a mapping. */
  const GIVEN = {
    'aws:region': 'eu-central-9',
    'petstore:api': '{"domain":["x.dev"]}',
    'petstore:docs': '{"domains":["a.dev"]}',
    'petstore:function': '{"memoryMb":64,"timeoutSeconds":60}',
    'petstore:plan': 'pro',
    'petstore:shards': '1',
  };

  test('says where each problem is, as domains check does, also of one that is found later', async () => {
    const folder = project(FILE);
    pulumi.runtime.setAllConfig(GIVEN);
    const { message } = (await failure(folder)) as Error;
    const checked = loadSettings(folder, 'production');
    const { problems } = 'problems' in checked ? checked : { problems: [] };
    expect(message).toBe(new ProblemsError('Pulumi.production.yaml', problems).message);
    const later = { code: 'x', path: 'petstore:plan', what: 'is wrong', fix: 'change it' };
    const { message: shown } = await configError([later], folder);
    expect(shown).toContain('\n  6:3  petstore:plan\n       is wrong\n');
  });

  test.each([
    ['5 MB', `config:\n${'#'.repeat(5_000_000)}\n`, GIVEN],
    ['lists in lists', 'config: {}', { ...GIVEN, 'petstore:zones': '['.repeat(9_000) + ']'.repeat(9_000) }],
  ])('%s: nothing of it is parsed', async (_, text, given) => {
    pulumi.runtime.setAllConfig(given);
    const { cause } = (await failure(project(text))) as Error;
    expect((cause as ProblemsError).problems).toEqual([expect.objectContaining({ code: 'too-large' })]);
  });

  test.each([undefined, 'config: ['])('where it is %j, the problems have no places', async (text) => {
    pulumi.runtime.setAllConfig(GIVEN);
    const { message } = (await failure(project(text))) as Error;
    expect(message).not.toMatch(/^ *\d+:\d+/m);
    expect(message.match(/^ +[a-z]+:\S+/gm)?.length).toBeGreaterThan(4);
  });
});
