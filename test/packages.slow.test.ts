// The packages as a registry gets them: each that is for others says whose it is, under which licence, and where it is built.
import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { expect, test } from 'vitest';
import { packProject } from '../packages/custom-domains/test/packed.ts';
import { ROOT, read } from './github/workflows.ts';

const LIMIT_MS = 90_000;
/** Of a package, whose name it captures. */
const IMPORT = /(?:\bfrom|^\s*import|\bimport\()\s*['"](?!node:|\.)((?:@[\w-]+\/)?[a-z][\w.-]*)[^'"]*['"]/gm;
/** How esbuild names a file of another package. */
const BUNDLED = /^\/\/ \S*\/node_modules\/((?:@[\w-]+\/)?[\w.-]+)\//gm;
const folders = globSync('packages/*/package.json', { cwd: ROOT }).map(dirname).sort();

test.each(folders)(
  '%s can be published as it is',
  async (folder) => {
    const directory = folder.replaceAll('\\', '/');
    const { private: isPrivate, ...manifest } = JSON.parse(read(`${folder}/package.json`));
    expect(isPrivate).toBeUndefined();
    expect(manifest).toMatchObject({
      ...{ version: expect.stringMatching(/^\d+\.\d+\.\d+$/), license: 'Apache-2.0', type: 'module' },
      description: expect.any(String),
      // A provenance statement names this folder of this repository.
      repository: { url: 'git+https://github.com/my-company/petstore.git', directory },
      publishConfig: { access: 'public', provenance: true },
    });
    // Where Pulumi's engines say it, npm would print it a second time, in each `npm ci` on Node 20 too.
    const { node } = manifest.engines ?? {};
    expect(node === undefined).toBe('@pulumi/pulumi' in (manifest.dependencies ?? {}));
    // A registry resolves what a workspace does not: no range is open.
    expect(Object.values(manifest.dependencies ?? {})).not.toContain('*');
    const packed = await packProject(basename(folder));
    try {
      const compiled = packed.files.filter((file) => file.startsWith('dist/'));
      expect(compiled.filter((file) => !/\.(js|d\.ts)$/.test(file))).toEqual([]);
      // Each dependency is imported, and nothing else but Node's own modules.
      const text = compiled.filter((file) => file.endsWith('.js')).map((file) => packed.read(file));
      const imported = text.flatMap((one) => [...one.matchAll(IMPORT)].map(([, name]) => name));
      const { dependencies = {}, peerDependencies = {} } = manifest;
      const declared = Object.keys({ ...dependencies, ...peerDependencies });
      expect([...new Set(imported)].sort()).toEqual(declared.sort());
      for (const [, name] of text.join('').matchAll(BUNDLED)) {
        const [licence = ''] = globSync(`node_modules/${name}/{license,LICENSE}*`, { cwd: ROOT });
        expect(text.join('')).toContain(read(licence));
      }
      const own = packed.files.filter((file) => !file.startsWith('dist/'));
      const files = manifest.files.filter((file: string) => file !== 'dist');
      expect(own.sort()).toEqual([...files, 'LICENSE', 'README.md', 'package.json'].sort());
      expect(files).toContain('CHANGELOG.md');
      expect(packed.read('LICENSE')).toBe(read('LICENSE'));
      expect(packed.read('CHANGELOG.md')).toContain(`\n## ${manifest.version}\n`);
      const { messages, pkg } = await publint({ pkgDir: packed.folder, pack: false, strict: true });
      // The condition names the checkout's sources, which are not shipped: only the checkout sets it.
      const shipped = messages.filter((one) => !one.path.includes('@petstore/source'));
      expect(shipped.map((one) => formatMessage(one, pkg))).toEqual([]);
    } finally {
      packed.remove();
    }
  },
  LIMIT_MS,
);
