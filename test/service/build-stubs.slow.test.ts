// What the bundle leaves out says so as soon as it is needed: the tests that run through the bundle would notice.
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { stubs, UNUSED } from '../../service/build-stubs.ts';

const source = UNUSED.map((name) => `exports[${JSON.stringify(name)}] = require(${JSON.stringify(name)});`);

async function bundled(): Promise<Record<string, (...args: unknown[]) => unknown>> {
  const { outputFiles } = await build({
    stdin: { contents: source.join('\n'), resolveDir: import.meta.dirname },
    ...{ bundle: true, write: false, format: 'cjs', platform: 'node', plugins: [stubs] },
  });
  const module = { exports: {} };
  new Function('module', 'exports', outputFiles[0]?.text ?? '')(module, module.exports);
  return module.exports;
}

it('throws, naming the package, when one is called', async () => {
  const packages = await bundled();
  for (const name of UNUSED) {
    expect(() => packages[name]?.(), name).toThrow(`${name} is left out of the function`);
    expect(() => (packages[name] as { any?: () => void }).any?.(), name).toThrow(`${name} is left out`);
  }
});
