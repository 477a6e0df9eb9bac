// The files that the pages load, all from here: the documentation site's design, and two scripts.
import { readFileSync } from 'node:fs';
import type { Handler } from 'hono';

const SITE = '../../../../infra/docs/site/assets/';

/** Only these files can be read, by these names. */
const ASSETS: Readonly<Record<string, readonly [type: string, file: string]>> = {
  'styles.css': ['text/css; charset=utf-8', new URL(`${SITE}styles.css`, import.meta.url).href],
  'icon.svg': ['image/svg+xml', new URL(`${SITE}icon.svg`, import.meta.url).href],
  'page.css': ['text/css; charset=utf-8', new URL('../assets/page.css', import.meta.url).href],
  'page.js': ['text/javascript; charset=utf-8', new URL('../assets/page.js', import.meta.url).href],
  'idiomorph.js': ['text/javascript; charset=utf-8', import.meta.resolve('idiomorph/dist/idiomorph.min.js')],
};

export const asset: Handler = (c) => {
  const name = c.req.param('name') ?? '';
  const found = Object.hasOwn(ASSETS, name) ? ASSETS[name] : undefined;
  if (found === undefined) return c.notFound();
  const [type, file] = found;
  return c.body(readFileSync(new URL(file), 'utf8'), 200, { 'Content-Type': type });
};

export function assetText(name: keyof typeof ASSETS & string): string {
  return readFileSync(new URL(ASSETS[name]?.[1] ?? ''), 'utf8');
}
