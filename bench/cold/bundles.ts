// The measured bundles, all by the same esbuild: ours as it is deployed, and the peers'.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { buildFunction, bundleOptions } from '../../service/build.ts';

export const PEERS = ['express', 'hono', 'raw-own'] as const;
export type BundleName = 'ours' | (typeof PEERS)[number];

export interface Bundle {
  readonly name: BundleName;
  /** `index.js`. */
  readonly file: string;
  readonly bytes: number;
}

/** Builds all bundles, each in its own folder below `parent`. */
export async function buildBundles(parent: string): Promise<Bundle[]> {
  const bundles = [write(parent, 'ours', (await buildFunction()).code)];
  for (const peer of PEERS) bundles.push(write(parent, peer, await buildPeer(peer)));
  return bundles;
}

async function buildPeer(name: string): Promise<string> {
  const entry = join(import.meta.dirname, `${name}.ts`);
  const { outputFiles = [] } = await build({ ...bundleOptions(), entryPoints: [entry] });
  return outputFiles.find(({ path }) => path.endsWith('.js'))?.text ?? '';
}

function write(parent: string, name: BundleName, code: string): Bundle {
  const folder = join(parent, name);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'index.js');
  writeFileSync(file, code);
  return { name, file, bytes: Buffer.byteLength(code) };
}
