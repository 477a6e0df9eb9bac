// The contract of a stack that has its beta operations switched off: without them, and without what only they use.
import { stringifyJson } from './http/json.ts';

type Json = Readonly<Record<string, unknown>>;

function keep(object: Json, isKept: (value: unknown, name: string) => boolean): Json {
  return Object.fromEntries(Object.entries(object).filter(([name, value]) => isKept(value, name)));
}

/** Components that nothing refers to, and those that only they refer to, are left out; security schemes stay. */
function withoutUnused(document: Json): Json {
  const text = stringifyJson(document);
  const isUsed = (kind: string, name: string) => text.includes(`"#/components/${kind}/${name}"`);
  const kinds = Object.entries((document.components ?? {}) as Readonly<Record<string, Json>>);
  const components = Object.fromEntries(
    kinds.map(([kind, named]) => [
      kind,
      kind === 'securitySchemes' ? named : keep(named, (_value, name) => isUsed(kind, name)),
    ]),
  );
  const next = { ...document, components };
  return stringifyJson(next).length < text.length ? withoutUnused(next) : next;
}

const isNotBeta = (operation: unknown) => (operation as Json)['x-stability'] !== 'beta';

/** `document`: a parsed OpenAPI document. */
export function withoutBeta(document: object): object {
  const given = document as Json;
  const paths = Object.entries((given.paths ?? {}) as Readonly<Record<string, Json>>)
    .map(([path, item]) => [path, keep(item, isNotBeta)] as const)
    .filter(([, item]) => Object.keys(item).length > 0);
  const tags = new Set(
    paths
      .flatMap(([, item]) => Object.values(item))
      .flatMap((one) => (one as { tags?: string[] }).tags ?? []),
  );
  return withoutUnused({
    ...given,
    paths: Object.fromEntries(paths),
    tags: ((given.tags ?? []) as readonly { readonly name: string }[]).filter(({ name }) => tags.has(name)),
  });
}
