// What an update of one resource means: nothing, an update in place, or a replacement.

export type Diff =
  | { readonly kind: 'same' }
  | { readonly kind: 'update'; readonly paths: readonly string[] }
  | { readonly kind: 'replace'; readonly paths: readonly string[] };

type Properties = Readonly<Record<string, unknown>>;

/** Compares checked inputs; `replaceOn` has dotted paths, each standing for everything below it. */
export function diffInputs(old: Properties, news: Properties, replaceOn: readonly string[]): Diff {
  const paths = changedPaths(old, news);
  if (paths.length === 0) return { kind: 'same' };
  const replaces = paths.filter((path) => replaceOn.some((key) => touches(path, key)));
  return replaces.length > 0 ? { kind: 'replace', paths: replaces } : { kind: 'update', paths };
}

/** A change of the path itself, of a part of it, or of the whole that it is in. */
function touches(path: string, key: string): boolean {
  return (
    path === key || path.startsWith(`${key}.`) || path.startsWith(`${key}[`) || key.startsWith(`${path}.`)
  );
}

/** Paths of the smallest parts that differ: `domainNameConfiguration.certificateArn`, `aliases[0]`. */
export function changedPaths(old: unknown, news: unknown, path = ''): string[] {
  if (Object.is(old, news)) return [];
  if (Array.isArray(old) && Array.isArray(news)) {
    const length = Math.max(old.length, news.length);
    return Array.from({ length }, (_, index) =>
      changedPaths(old[index], news[index], `${path}[${index}]`),
    ).flat();
  }
  if (isRecord(old) && isRecord(news)) {
    const keys = [...new Set([...Object.keys(old), ...Object.keys(news)])];
    return keys.flatMap((key) => changedPaths(old[key], news[key], path === '' ? key : `${path}.${key}`));
  }
  return [path];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
