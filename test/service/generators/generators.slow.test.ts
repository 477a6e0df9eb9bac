// Clients that generators write from the contract, compiled and called on the local cloud: each generator that is found.
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { createClient } from '@petstore/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../cli/folder.ts';
import { copyProject, type LocalRun, removeProject, startLocal } from '../../cli/local/support.ts';
import { runProcess } from '../../run-process.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const PATH = [
  dirname(process.execPath),
  ...(process.env.PATH ?? '').split(delimiter),
  join(ROOT, 'node_modules/.bin'),
];

/** The code blocks of a section: the commands, and programs by their files. */
function blocksOf(section: string) {
  const blocks = [...section.matchAll(/^```(\w+) ?(\S*)\n(.*?)^```$/gms)];
  const [, , , commands = ''] = blocks.find(([, language]) => language === 'sh') ?? [];
  return { commands, programs: blocks.filter(([, , file]) => file) };
}

const page = read('infra/docs/site/clients.md').split(/^# /m);
const GENERATORS = read('test/service/generators/programs.md')
  .split(/^## /m)
  .slice(1)
  .map((section) => {
    const [, name = '', heading] = /^([^[\n]+?)(?: \[(.*)\])?$/m.exec(section) ?? [];
    const [, needs = ''] = /^Needs (.*)\.$/m.exec(section) ?? [];
    const sample = page.find((one) => heading !== undefined && one.startsWith(`${heading}\n`)) ?? '';
    return { name, heading, sample, section, needs: needs.split(', ') };
  });

/** A command, or a package beside the folder of npm's commands. */
const placeOf = (name: string) =>
  PATH.flatMap((folder) => [join(folder, name), join(folder, '..', name)]).find((path) => existsSync(path));

/** Every generator reaches it: not every language resolves *.localhost, or takes an authority of the environment. */
async function openProxy(target: string, ca: string) {
  const { hostname, port, host } = new URL(target);
  const server = createServer((request, response) => {
    const options = { host: '127.0.0.1', port, servername: hostname, ca, agent: false };
    const { method, url: path } = request;
    const onward = httpsRequest({ ...options, method, path, headers: { ...request.headers, host } });
    onward.once('response', (answer: IncomingMessage) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onward.once('error', () => response.destroy());
    request.pipe(onward);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

let project: string;
let run: LocalRun;
let proxy: Awaited<ReturnType<typeof openProxy>>;
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  project = copyProject();
  run = await startLocal(project);
  const { apiUrl, apiKey, caFile } = run.ready();
  proxy = await openProxy(apiUrl, readFileSync(caFile, 'utf8'));
  const baseUrl = `${proxy.origin}${new URL(apiUrl).pathname}`;
  const sold = { name: 'Sold', categoryId: 2n ** 63n - 1n, status: 'sold' } as const;
  for (let n = 0; n < 3; n += 1) await createClient({ baseUrl, apiKey }).createPet(sold);
  const tsc = join(ROOT, 'node_modules/typescript7/bin/tsc');
  const options =
    '--noEmit --strict --target es2024 --lib es2024,dom --module esnext --moduleResolution bundler';
  environment = {
    ...{ ...process.env, PATH: PATH.join(delimiter), PETSTORE_URL: baseUrl, PETSTORE_KEY: apiKey },
    SPEC: `${baseUrl}/openapi.json`,
    CHECK: `node ${tsc} ${options} --allowImportingTsExtensions --skipLibCheck --types node --typeRoots ${join(ROOT, 'node_modules/@types')}`,
    BUNDLE: 'esbuild --bundle --platform=node --format=esm --log-level=error',
  };
}, 120_000);

afterAll(async () => {
  proxy?.server.close();
  await run?.stop();
  removeProject(project);
});

/** What the commands print. Rejects with all of it where one fails. */
async function shell(commands: string, cwd: string): Promise<string> {
  const { status, out, text } = await runProcess('sh', ['-ec', commands], { cwd, env: environment });
  if (status !== 0) throw new Error(`${commands}\nended with ${status}:\n${text}`);
  return out;
}

test.each(GENERATORS)('$name', { timeout: 600_000 }, async ({ name, heading, sample, section, needs }) => {
  const absent = needs.filter((one) => placeOf(one) === undefined);
  if (absent.length > 0) return console.log(`${name}: not run, no ${absent.join(', ')} on this machine`);
  const folder = join(temporaryFolder(), 'example');
  mkdirSync(folder);
  const fetch = needs.includes('openapi-fetch') && placeOf('openapi-fetch');
  if (fetch) symlinkSync(dirname(fetch), join(folder, 'node_modules'));
  const filled = blocksOf(sample.replaceAll('BASE_URL', environment.PETSTORE_URL ?? ''));
  const own = blocksOf(section);
  for (const [, , file = '', program = ''] of [...filled.programs, ...own.programs])
    writeFileSync(join(folder, file), program);
  const printed = await shell(`${filled.commands}${own.commands}`, folder);
  if (heading !== undefined) expect(printed).toMatch(/^\d+ Milo\n(\d+ \w+\n){3,}/m);
  const isJavaScript = own.programs.some(([, language]) => language === 'ts');
  if (own.programs.length > 0)
    expect(printed.trim().split('\n').slice(-10).join('\n').toLowerCase()).toBe(
      [
        `pages 3 ${isJavaScript ? '9223372036854776000' : 2n ** 63n - 1n}`,
        ...['created milo', 'again true', 'got milo', '401 unauthorized', '400 invalid_parameter'],
        ...['404 not_found', '409 pet_not_available', '413 body_too_large', '413 -'],
      ].join('\n'),
    );
});
