// Builds the function: one CommonJS file for Lambda, the same bytes wherever and whenever it is built.
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, type BuildResult, build, type Plugin, stop } from 'esbuild';
import { stubs } from './build-stubs.ts';
import { contractFile, readContract } from './openapi-source.ts';

export interface FunctionBundle {
  /** `index.js`, which exports `handler`. */
  readonly code: string;
  /** `index.js.map`. */
  readonly map: string;
  /** Of the code. */
  readonly bytes: number;
  /** Of code and map together, hex. */
  readonly sha256: string;
  /** The contract that it holds, as JSON. */
  readonly contract: string;
  /** Absolute paths of the project's own files that it is made of: what to watch. */
  readonly inputs: readonly string[];
}

/** The project's folder. */
const root = fileURLToPath(new URL('..', import.meta.url));

/** The YAML is read while building: the function holds its JSON, and needs neither the file nor a parser. */
function embed(contract: string): Plugin {
  const contents = `export const contract = ${JSON.stringify(contract)};`;
  return {
    name: 'embed-contract',
    setup: (esbuild) => esbuild.onLoad({ filter: /[\\/]service[\\/]openapi\.ts$/ }, () => ({ contents })),
  };
}

/** How the function, and what it is measured against, is bundled; paths in the output are relative to the project. */
export function bundleOptions(): BuildOptions {
  return {
    absWorkingDir: root,
    // The bundle is of these sources alone: no tsconfig.json has a say in its bytes.
    tsconfigRaw: { compilerOptions: { strict: true, verbatimModuleSyntax: true } },
    outfile: 'index.js',
    bundle: true,
    write: false,
    minify: true,
    metafile: true,
    platform: 'node',
    target: 'node24',
    // `import` of node:http as an ES module costs 26 ms, `require` 3.
    format: 'cjs',
    supported: { 'dynamic-import': false },
    // Express then never writes a stack into an answer.
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
    sourcemap: 'linked',
    sourcesContent: false,
    preserveSymlinks: true,
    logLevel: 'silent',
  };
}

let underWay = 0;

/** esbuild's own process would stay, with 23 MB; another build starts it again in 20 ms. */
async function buildAndStop(options: BuildOptions): Promise<BuildResult> {
  underWay += 1;
  try {
    return await build(options);
  } finally {
    underWay -= 1;
    // Stopping it under another build would leave that one waiting for ever.
    if (underWay === 0) await stop();
  }
}

/** Throws esbuild's BuildFailure, whose message names file, line and reason. */
export async function buildFunction(): Promise<FunctionBundle> {
  const contract = readContract();
  const result = await buildAndStop({
    ...bundleOptions(),
    entryPoints: ['service/lambda.ts'],
    plugins: [embed(contract), stubs],
  });
  const [map = '', code = ''] = ['.map', '.js'].map(
    (end) => result.outputFiles?.find(({ path }) => path.endsWith(end))?.text,
  );
  const own = Object.keys(result.metafile?.inputs ?? {}).filter((path) => path.startsWith('service/'));
  return {
    code,
    map,
    bytes: Buffer.byteLength(code),
    sha256: createHash('sha256').update(code).update(map).digest('hex'),
    contract,
    inputs: [...own.map((path) => resolve(root, path)), contractFile],
  };
}
