// Builds the function: one CommonJS file for Lambda, with the same bytes wherever and whenever it is built.
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, type BuildResult, build, type Plugin, stop } from 'esbuild';
import { stubs } from './build-stubs.ts';
import { readContract } from './openapi-source.ts';

export type FunctionBundle = Awaited<ReturnType<typeof buildFunction>>;

const root = fileURLToPath(new URL('..', import.meta.url));

/** The build embeds the contract as JSON: the function needs neither the YAML file nor a parser. */
function embed(contract: string): Plugin {
  const contents = `export const contract = ${JSON.stringify(contract)};`;
  const filter = /[\\/]service[\\/]openapi\.ts$/;
  return { name: 'embed-contract', setup: (esbuild) => esbuild.onLoad({ filter }, () => ({ contents })) };
}

/** Options for the function's bundle, and for those it is measured against; paths in the output are relative to the project. */
export function bundleOptions(): BuildOptions {
  return {
    absWorkingDir: root,
    // No tsconfig.json can change the bytes of the bundle.
    tsconfigRaw: { compilerOptions: { strict: true, verbatimModuleSyntax: true } },
    outfile: 'index.js',
    bundle: true,
    write: false,
    minify: true,
    platform: 'node',
    target: 'node24',
    // `import` of node:http as an ES module costs 26 ms, `require` 3.
    format: 'cjs',
    supported: { 'dynamic-import': false },
    // Then Express never writes a stack trace into a response.
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
    sourcemap: 'linked',
    sourcesContent: false,
    preserveSymlinks: true,
    logLevel: 'silent',
  };
}

let underWay = 0;

/** Stops esbuild's own process, which would keep 23 MB; the next build starts it again in 20 ms. */
async function buildAndStop(options: BuildOptions): Promise<BuildResult> {
  underWay += 1;
  try {
    return await build(options);
  } finally {
    underWay -= 1;
    // A build that is running while esbuild stops would never end.
    if (underWay === 0) await stop();
  }
}

/** Throws esbuild's BuildFailure, and SyntaxError for the contract: the message names file, line and reason. */
export async function buildFunction() {
  const contract = readContract();
  const result = await buildAndStop({
    ...bundleOptions(),
    entryPoints: ['service/lambda.ts'],
    plugins: [embed(contract), stubs],
  });
  const [map = '', code = ''] = ['.map', '.js'].map((end) => outputOf(result, end));
  const checks = await buildChecks();
  return {
    /** `index.js`, which exports `handler`. */
    code,
    map,
    bytes: Buffer.byteLength(code),
    /** Of all of them together, hex. */
    sha256: createHash('sha256').update(code).update(map).update(checks).digest('hex'),
    /** `index.js` of the function that checks the hosts, which exports `handler`. */
    checks,
    contract,
  };
}

/** A bundle of its own, so that the API's starts as fast as before. */
async function buildChecks(): Promise<string> {
  const options: BuildOptions = {
    ...bundleOptions(),
    conditions: ['@petstore/source'],
    sourcemap: false,
    entryPoints: ['service/checks/lambda.ts'],
  };
  return outputOf(await buildAndStop(options), '.js') ?? '';
}

function outputOf({ outputFiles }: BuildResult, end: string): string | undefined {
  return outputFiles?.find(({ path }) => path.endsWith(end))?.text;
}
