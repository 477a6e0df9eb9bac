// The examples for other teams: the commands of their READMEs, as they are written; YAML and Python with the packed provider.
import { execFile, execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import aws from '@pulumi/aws/package.json' with { type: 'json' };
import cloudflare from '@pulumi/cloudflare/package.json' with { type: 'json' };
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findCommand } from '../../cli/executables.ts';
import { type Packed, packProject } from '../../packages/custom-domains/test/packed.ts';
import { copyProject, type LocalRun, removeProject, startLocal } from '../cli/local/support.ts';
import { pulumi } from './pulumi.ts';

const ROOT = join(import.meta.dirname, '../..');
const EXAMPLES = join(ROOT, 'examples');
const LIMIT_MS = 180_000;

/** The commands of a README. `--yes` stands for the user's answer on a terminal. */
const blocksOf = (example: string) =>
  [...readFileSync(join(EXAMPLES, example, 'README.md'), 'utf8').matchAll(/```sh\n(.*?)```/gs)].map(
    ([, block = '']) => block.replace(/^pulumi (up|destroy)$/m, 'pulumi $1 --yes'),
  );

/** Where Python has the packages that a generated SDK imports, and those by which pip builds it; undefined: it lacks one. */
function pythonPackages(): string | undefined {
  const names = "'parver', 'pip', 'pulumi', 'semver', 'setuptools', 'wheel'";
  const program = `import importlib.util as u, os; found = [u.find_spec(n).origin for n in (${names})]; print(os.path.dirname(os.path.dirname(found[2])))`;
  try {
    return execFileSync('python3', ['-c', program], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return undefined;
  }
}

const python = pulumi === undefined ? undefined : pythonPackages();
const hasHost = (language: string) =>
  pulumi !== undefined && findCommand(`pulumi-language-${language}`) !== undefined;

const LANGUAGES = [
  { language: 'yaml', isFound: hasHost('yaml'), variables: {} },
  {
    language: 'python',
    isFound: hasHost('python') && python !== undefined,
    // What is installed is enough: pip asks no index.
    variables: { PYTHONPATH: python, PIP_NO_INDEX: '1', PIP_NO_BUILD_ISOLATION: '0' },
  },
];

/** Where `pulumi package add` finds what it would download: the local cloud serves these providers. */
function writeInstalled(home: string, bin: string): void {
  const executable = (folder: string, name: string) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), '#!/bin/sh\n', { mode: 0o755 });
  };
  executable(join(home, `plugins/resource-aws-v${aws.version}`), 'pulumi-resource-aws');
  executable(join(home, `plugins/resource-cloudflare-v${cloudflare.version}`), 'pulumi-resource-cloudflare');
  // The provider's dependencies are those of the checkout.
  executable(bin, 'npm');
}

describe.skipIf(pulumi === undefined)('an example on the local cloud', { timeout: LIMIT_MS }, () => {
  const parent = mkdtempSync(join(tmpdir(), 'petstore-hosts-'));
  const home = join(parent, 'pulumi-home');
  const bin = join(parent, 'bin');
  const { NODE_OPTIONS: _options, ...inherited } = process.env;
  const environment = { ...inherited, PULUMI_HOME: home, PATH: [bin, process.env.PATH].join(delimiter) };
  let project: string;
  let local: LocalRun;
  let packed: Packed;

  beforeAll(async () => {
    packed = await packProject('pulumi-custom-domains');
    project = copyProject();
    appendFileSync(join(project, 'cli/local/internet.zone'), 'taken.pets.localhost. 300 IN A 192.0.2.1\n');
    symlinkSync(project, join(parent, 'petstore'));
    local = await startLocal(project, ['--engine'], { ...inherited, PULUMI_HOME: home });
    writeInstalled(home, bin);
  }, LIMIT_MS);
  afterAll(async () => {
    await local?.stop();
    packed?.remove();
    rmSync(parent, { recursive: true, force: true });
    removeProject(project);
  });

  /** A shell in a copy, where `needs` is a package whose dependencies are the checkout's. */
  function copyExample(example: string, name: string, needs: string, variables: NodeJS.ProcessEnv = {}) {
    const folder = join(parent, name);
    cpSync(join(EXAMPLES, example), folder, { recursive: true });
    if (needs !== '.') cpSync(packed.folder, join(folder, needs), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(folder, needs, 'node_modules'));
    const options = { cwd: folder, env: { ...environment, ...variables }, timeout: LIMIT_MS };
    /** Pulumi prints what failed on standard output. */
    return (script: string) =>
      promisify(execFile)('bash', ['-euc', script], options).then(
        ({ stdout }) => stdout,
        (error) => {
          throw new Error(`${error.message}${error.stdout}`, { cause: error });
        },
      );
  }

  test('in TypeScript: the host answers, and destroy deletes it', async () => {
    // The package is the checkout's own, in place of the archive that `npm install` unpacks.
    const shell = copyExample('custom-host', 'custom-host', '.', {
      NODE_OPTIONS: '--conditions=@petstore/source',
    });
    const [, , , deploy = '', request = '', destroy = '', ...more] = blocksOf('custom-host');
    expect(more).toEqual([]);
    await shell(deploy);
    expect(await shell(request)).toBe('{"message":"Not Found"}');
    expect(await shell(destroy)).toMatch(/Resources:\s+- 10 deleted/);
  });

  describe.each(LANGUAGES)('$language', ({ language, isFound, variables }) => {
    test.skipIf(!isFound)(
      'an API and a redirect are deployed, a blocked host says why, and destroy deletes all',
      async () => {
        const shell = copyExample(`host/${language}`, language, 'custom-domains', variables);
        const [install = '', , , deploy = '', request = '', destroy = ''] = blocksOf('host');
        const preview = (host: string) =>
          shell(`source ../petstore/.local/pulumi.env; pulumi config set host ${host}; pulumi preview`);
        // Its lines before the last need a registry.
        await shell(install.trim().split('\n').at(-1) ?? '');
        await shell(deploy);
        expect(await shell(request)).toBe('401 \n308 https://shop.pets.localhost/v1/pets\n');
        await expect(preview('taken.pets.localhost')).rejects.toThrow(
          /taken\.pets\.localhost is blocked; nothing of it was created\n.*192\.0\.2\.1/s,
        );
        await expect(preview('shop.other.localhost')).rejects.toThrow(
          /resource 'api' has a problem: the host "shop\.other\.localhost" is not in the zone pets\.localhost: /,
        );
        expect(await shell(destroy)).toMatch(/Resources:\s+- 19 deleted/);
      },
    );
  });

  test.skipIf(!hasHost('yaml'))(
    'hosts in a zone of another account share its provider, and the next run has nothing to change',
    async () => {
      const shell = copyExample('host/yaml', 'accounts', 'custom-domains');
      const inStack = (script: string) => shell(`source ../petstore/.local/pulumi.env; ${script}`);
      const exported = await inStack('pulumi stack export --stack organization/petstore/local');
      const [role = ''] = exported.match(/arn:aws:iam::\d+:role\/[\w-]+/) ?? [];
      const host = (name: string, zone: object) => ({
        type: 'custom-domains:Host',
        properties: {
          ...{ host: name, zone, redirect: { to: 'shop.pets.localhost' } },
          preflight: { resolver: local.ready().dnsServer },
        },
      });
      const zone = { provider: 'route53', name: 'pets.localhost', role };
      const resources = {
        first: host('first.pets.localhost', zone),
        second: host('second.pets.localhost', zone),
        partner: host('shop.partner.example', { provider: 'external' }),
      };
      const program = {
        ...{ name: 'accounts', runtime: 'yaml', packages: { 'custom-domains': './custom-domains' } },
        ...{ resources, outputs: { records: `\${partner.records}`, attached: `\${partner.attached}` } },
      };
      writeFileSync(join(parent, 'accounts/Pulumi.yaml'), JSON.stringify(program));
      await inStack('pulumi stack init local; pulumi config set aws:region eu-west-1; pulumi up --yes');
      const outputs = JSON.parse(await inStack('pulumi stack output --json'));
      expect(outputs).toMatchObject({
        attached: false,
        records: [{ purpose: 'validation' }, { purpose: 'routing', name: 'shop.partner.example' }],
      });
      const state = JSON.parse(await inStack('pulumi stack export')).deployment.resources as {
        type: string;
        provider?: string;
      }[];
      const providers = state
        .filter(({ type }) => type === 'aws:route53/record:Record')
        .map(({ provider = '' }) => provider.split('::')[3]);
      expect(providers).toHaveLength(4);
      expect([...new Set(providers)]).toEqual([expect.stringMatching(/^dns-/)]);
      await inStack('pulumi preview --expect-no-changes');
    },
  );
});
