// The contract of a stack that has its beta operations switched off: without them, and without what only they use.

type Json = Readonly<Record<string, unknown>>;

function keep(object: Json, isKept: (value: unknown, name: string) => boolean): Json {
  return Object.fromEntries(Object.entries(object).filter(([name, value]) => isKept(value, name)));
}

/** Every `$ref` within a value. */
function referencesOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === '$ref' && typeof member === 'string' ? [member] : referencesOf(member),
  );
}

/** Components that nothing refers to, and those that only they refer to, are left out; security schemes stay. */
function withoutUnused(document: Json): Json {
  const components = (document.components ?? {}) as Readonly<Record<string, Json>>;
  const used = new Set(referencesOf(document));
  const kept = Object.fromEntries(
    Object.entries(components).map(([kind, named]) => [
      kind,
      kind === 'securitySchemes'
        ? named
        : keep(named, (_value, name) => used.has(`#/components/${kind}/${name}`)),
    ]),
  );
  const count = (all: object) =>
    Object.values(all).reduce((sum, named) => sum + Object.keys(named).length, 0);
  const next = { ...document, components: kept };
  return count(kept) < count(components) ? withoutUnused(next) : next;
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
