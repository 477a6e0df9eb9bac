// Where each value of a stack file stands in its text.
import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { type Place, type Problem, sizeProblem } from './problem.ts';
import { formatPath } from './value.ts';

/** The problems by line: a missing value has the place of what should hold it, and what has no place comes first. */
export function placed<Given extends Problem>(problems: readonly Given[], text: string): Given[] {
  const places = placesIn(text);
  const start: Place = { line: 0, column: 0 };
  return problems
    .map((problem) => {
      const place = problem.place ?? nearest(places, problem.path);
      return place === undefined ? problem : { ...problem, place };
    })
    .toSorted((a, b) => {
      const [one, other] = [a.place ?? start, b.place ?? start];
      return one.line - other.line || one.column - other.column;
    });
}

function nearest(places: ReadonlyMap<string, Place>, path: string): Place | undefined {
  const holder = path.replace(/(\.[\w-]+|\[[^[\]]*\])$/, '');
  return places.get(path) ?? (holder === path ? undefined : nearest(places, holder));
}

function placesIn(text: string): Map<string, Place> {
  const lineCounter = new LineCounter();
  const places = new Map<string, Place>();
  const add = (node: unknown, path: readonly PropertyKey[], start: number | undefined): void => {
    const { line, col: column } = lineCounter.linePos(start ?? 0);
    if (path.length > 0) places.set(formatPath(path), { line, column });
    if (isSeq(node))
      for (const [index, item] of node.items.entries()) add(item, [...path, index], startOf(item));
    if (!isMap(node)) return;
    for (const { key, value } of node.items) {
      if (isScalar(key)) add(value, [...path, String(key.value)], startOf(key));
    }
  };
  // The config came from the engine: what the commands would refuse by the file's size is not looked up in it.
  if (sizeProblem('', text.length) !== undefined) return places;
  const options = { merge: true, prettyErrors: false, uniqueKeys: false, lineCounter };
  const document = parseDocument(text, options);
  add(document.get('config'), [], undefined);
  return places;
}

function startOf(node: unknown): number | undefined {
  return (node as { readonly range?: readonly number[] } | null)?.range?.[0];
}
