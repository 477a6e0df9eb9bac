// The output of `pulumi preview --json`: pulumi's pkg/display/json.go, `PreviewDigest`.
import { parseUrn } from '../../names/urn.ts';
import {
  groupedBy,
  isObject,
  type Json,
  objectsIn,
  type Plan,
  propertyOf,
  type Resource,
  textIn,
  UNKNOWN,
  type Values,
} from './resource.ts';

export const isPulumi = (json: Json): boolean => Array.isArray(json.steps) || Array.isArray(json.diagnostics);

/** What stands for values that are not known (sdk/go/common/resource/plugin, `UnknownStringValue` and others), and for secrets. */
const UNKNOWNS = [
  '04da6b54-80e4-46f7-96ec-b56ff0331ba9',
  '1c4a061d-8072-4f0a-a4cb-0ff528b18fe7',
  '3eeb2bf0-c639-47a8-9e75-3b44932eb421',
  '6a19a0b0-7e62-4c92-b797-7f8e31da9cc2',
  '030794c1-ac77-496b-92df-f27374a8bd58',
  'e48ece36-62e2-4504-bad9-02848725956a',
  'dd056dcd-154b-4c76-9bd3-c8f88648b5ff',
  '[secret]',
];

interface Step {
  readonly json: Json;
  readonly op: string;
  readonly urn: string;
  /** Its place in the order in which Pulumi takes the steps. */
  readonly index: number;
}

/** Throws PlanError. */
export function readPulumi(json: Json): Plan {
  const all = objectsIn(json.steps, 'steps').map((one, index): Step => {
    const at = `steps[${index}]`;
    return { json: one, op: textIn(one, 'op', at), urn: textIn(one, 'urn', at), index };
  });
  // A component is nothing by itself; its children have steps of their own.
  const steps = all.filter(
    ({ json: { oldState, newState } }) => propertyOf(newState ?? oldState, 'custom') !== false,
  );
  const errors = objectsIn(json.diagnostics, 'diagnostics').filter(({ severity }) => severity === 'error');
  const region = propertyOf(json.config, 'aws:region');
  const own = typeof region === 'string' ? region : undefined;
  const groups = [...groupedBy(steps, ({ urn }) => urn)];
  const stepsOf = new Map(groups.map(([urn, all]) => [resource(urn, all, own), all]));
  return {
    title: 'Pulumi preview',
    resources: [...stepsOf.keys()],
    known: [],
    // Resources that stay as they are have steps with `--show-sames` alone.
    hasBefore: true,
    // What is deleted is deleted in the end, unless the preview has it first: `deleteBeforeReplace`.
    removesFirst: (old, next) => endOf(stepsOf.get(old)) <= startOf(stepsOf.get(next)),
    gaps: errors.length > 0 ? ['the preview ended in an error'] : [],
  };
}

/** The step by which a resource is no longer as it was; `replace` itself does nothing. */
function endOf(steps: readonly Step[] = []): number {
  const ends = steps.filter(({ op }) => /^(delete|update)/.test(op));
  return Math.max(-1, ...ends.map(({ index }) => index));
}

function startOf(steps: readonly Step[] = []): number {
  const starts = steps.filter(({ op }) => /^(create|update|import)/.test(op));
  return Math.min(...starts.map(({ index }) => index));
}

/** Operations after which a resource is as it was, or is not there any more. */
const WITHOUT_CHANGE = /^(same|read|refresh|delete|discard|remove-pending)/;

/** A replacement has up to three steps. */
function resource(urn: string, steps: readonly Step[], region: string | undefined): Resource {
  const stateOf = (key: 'oldState' | 'newState') => steps.map(({ json }) => json[key]).find(isObject);
  const [old, next] = [stateOf('oldState'), stateOf('newState')];
  const isDeleted = steps.every(({ op }) => op.startsWith('delete') || op === 'discard-replaced');
  const isChange = !steps.every(({ op }) => WITHOUT_CHANGE.test(op));
  const values = isChange && !isObject(next?.inputs) ? { json: UNKNOWN } : next && valuesOf(next);
  // An imported resource exists already, as does one that is only read.
  const isThere = steps.some(({ op }) => /^(import|read)/.test(op));
  // A provider that is declared can have another region than the stack's.
  const provider = next?.provider ?? old?.provider;
  return {
    type: parseUrn(urn).type,
    place: placeOf(urn),
    before: (old && valuesOf(old)) ?? (isThere && next ? valuesOf(next) : undefined),
    after: isDeleted ? undefined : values,
    isReplaced: steps.some(({ op }) => /replace/.test(op)),
    region: typeof provider === 'string' && provider.includes('::default_') ? region : undefined,
    sources: (property) => {
      const all = propertyOf(next?.propertyDependencies, property.split('.')[0] ?? '');
      return Array.isArray(all) ? all.filter((one) => typeof one === 'string').map(placeOf) : [];
    },
  };
}

function placeOf(urn: string): string {
  const { type, name } = parseUrn(urn);
  return `${type}::${name}`;
}

/** The outputs have what the provider adds, such as a zone's id and its name servers. */
function valuesOf({ inputs, outputs, id }: Json): Values {
  const json = { id, ...(isObject(outputs) ? outputs : {}), ...(isObject(inputs) ? inputs : {}) };
  return { json, read: (one) => (UNKNOWNS.includes(one as string) ? UNKNOWN : one) };
}
