// The diff of one resource: no change, an update in place, or a replacement.
import { isDeepStrictEqual } from 'node:util';
import { isPlain, isZero } from '../plain.ts';
import type { Handler } from '../resources/handler.ts';
import { isGenerated } from '../resources/registry.ts';

export type Diff =
  | { readonly kind: 'same' }
  | { readonly kind: 'update'; readonly paths: readonly string[] }
  | { readonly kind: 'replace'; readonly paths: readonly string[]; readonly deleteFirst: boolean };

type Properties = Readonly<Record<string, unknown>>;
type Rules = Pick<Handler, 'replaceOn' | 'autoname' | 'computedInputs' | 'comparedAs' | 'framework'>;

/** As the provider's Diff. A change of the region replaces: terraform-provider-aws, website/docs/guides/enhanced-region-support.html.markdown. */
export function diffInputs(
  rules: Rules,
  name: string,
  { old: given, news: declared, region }: { old: Properties; news: Properties; region: string },
): Diff {
  const news = compared(rules, withoutRegion(declared, region));
  const isFilled = (name: string) => rules.computedInputs?.includes(name) && news[name] === undefined;
  const all = Object.entries(compared(rules, withoutRegion(given, region)));
  const old = Object.fromEntries(all.filter(([name]) => !isFilled(name)));
  const paths = changedPaths(old, news, rules.framework === true ? Object.is : sameOrZero);
  if (paths.length === 0) return { kind: 'same' };
  const replaceOn = [...rules.replaceOn, 'region'];
  const replaces = paths.filter((path) => replaceOn.some((key) => touches(path, key)));
  if (replaces.length === 0) return { kind: 'update', paths };
  const deleteFirst = keepsName(rules, name, old, news);
  return { kind: 'replace', paths: replaces, deleteFirst };
}

function compared({ comparedAs = {} }: Rules, inputs: Properties): Properties {
  const entries = Object.entries(inputs).map(([name, value]) => {
    return [name, typeof value === 'string' ? (comparedAs[name]?.(value) ?? value) : value];
  });
  return Object.fromEntries(entries);
}

function withoutRegion(inputs: Properties, own: string): Properties {
  const { region, ...others } = inputs;
  return region === own ? others : inputs;
}

/** An absent one triggers nothing: pulumi/pulumi, pkg/resource/deploy/step_generator.go, shouldTriggerReplace. */
export function isTriggered(old: unknown, now: unknown): boolean {
  return old !== undefined && now !== undefined && !isDeepStrictEqual(old, now);
}

function keepsName({ autoname }: Rules, name: string, old: Properties, news: Properties): boolean {
  if (autoname === undefined || isGenerated(news[autoname], name)) return false;
  return old[autoname] === news[autoname] && old.region === news.region;
}

/** Whether the changed path is `key`, a part of it, or contains it. */
function touches(path: string, key: string): boolean {
  return (
    path === key || path.startsWith(`${key}.`) || path.startsWith(`${key}[`) || key.startsWith(`${path}.`)
  );
}

type Equals = (old: unknown, news: unknown) => boolean;

/** The plugin SDK's equality, which treats an empty value as an absent one. */
const sameOrZero: Equals = (old, news) => Object.is(old, news) || (isZero(old) && isZero(news));

/** The paths of the smallest parts that differ: `domainNameConfiguration.certificateArn`, `aliases[0]`. */
function changedPaths(old: unknown, news: unknown, equals: Equals = Object.is, path = ''): string[] {
  if (equals(old, news)) return [];
  if (Array.isArray(old) && Array.isArray(news)) {
    const length = Math.max(old.length, news.length);
    return Array.from({ length }, (_, index) =>
      changedPaths(old[index], news[index], equals, `${path}[${index}]`),
    ).flat();
  }
  if (isPlain(old) && isPlain(news)) {
    const keys = [...new Set([...Object.keys(old), ...Object.keys(news)])];
    return keys.flatMap((key) =>
      changedPaths(old[key], news[key], equals, path === '' ? key : `${path}.${key}`),
    );
  }
  return [path];
}
