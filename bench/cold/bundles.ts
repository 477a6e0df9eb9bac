// The measured bundles, all by the same esbuild: ours as it is deployed, and the peers'.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { buildFunction, bundleOptions } from '../../service/build.ts';

/** What each is called, and the largest ratio of ours to it. */
const PEERS = {
  express: ['Express + serverless-http + AWS SDK', 0.5],
  hono: ['Hono + AWS SDK', 0.7],
  'raw-own': ['raw handler + our own client', 1.15],
} as const;

export interface Bundle {
  readonly title: string;
  readonly most: number;
  readonly file: string;
  readonly bytes: number;
}

/** Builds all bundles in that folder; the first one is ours. */
export async function buildBundles(folder: string): Promise<Bundle[]> {
  const written = (name: string, code: string, [title, most]: readonly [string, number]): Bundle => {
    const file = join(folder, `${name}.js`);
    writeFileSync(file, code);
    return { title, most, file, bytes: Buffer.byteLength(code) };
  };
  const bundles = [written('ours', (await buildFunction()).code, ['ours', 1])];
  for (const [name, peer] of Object.entries(PEERS)) bundles.push(written(name, await buildPeer(name), peer));
  return bundles;
}

async function buildPeer(name: string): Promise<string> {
  const entry = join(import.meta.dirname, `${name}.ts`);
  const { outputFiles = [] } = await build({ ...bundleOptions(), entryPoints: [entry] });
  return outputFiles.find(({ path }) => path.endsWith('.js'))?.text ?? '';
}
