// The output of `pulumi preview --json`: pulumi's pkg/display/json.go, `PreviewDigest`.
import { parseUrn } from '../../names/urn.ts';
import {
  converted,
  groupedBy,
  isObject,
  type Json,
  objectsIn,
  type Plan,
  propertyOf,
  type Resource,
  UNKNOWN,
  type Value,
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

/** Throws PlanError. */
export function readPulumi(json: Json): Plan {
  const steps = objectsIn(json.steps, 'steps');
  const errors = objectsIn(json.diagnostics, 'diagnostics').filter(({ severity }) => severity === 'error');
  return {
    title: 'Pulumi preview',
    resources: [...groupedBy(steps, ({ urn }) => `${urn}`)].map(([urn, all]) => resource(urn, all)),
    known: [],
    // Resources that stay as they are have steps with `--show-sames` alone.
    hasBefore: true,
    gaps: errors.length > 0 ? ['the preview ended in an error'] : [],
  };
}

/** Operations after which a resource is as it was, or is not there any more. */
const WITHOUT_CHANGE = /^(same|read|refresh|delete|discard|remove-pending)/;

/** A replacement has up to three steps. */
function resource(urn: string, steps: readonly Json[]): Resource {
  const stateOf = (key: 'oldState' | 'newState') => steps.map((one) => one[key]).find(isObject);
  const [old, next] = [stateOf('oldState'), stateOf('newState')];
  const isDeleted = steps.every(({ op }) => `${op}`.startsWith('delete') || op === 'discard-replaced');
  const isChange = !steps.every(({ op }) => WITHOUT_CHANGE.test(`${op}`));
  const values = isChange && !isObject(next?.inputs) ? UNKNOWN : next && valuesOf(next);
  // An imported resource exists already, as does one that is only read.
  const isThere = steps.some(({ op }) => /^(import|read)/.test(`${op}`));
  return {
    type: parseUrn(urn).type,
    place: placeOf(urn),
    before: (old && valuesOf(old)) ?? (isThere && next ? valuesOf(next) : undefined),
    after: isDeleted ? undefined : values,
    isReplaced: steps.some(({ op }) => /replace/.test(`${op}`)),
    sources: (property) => {
      const all = propertyOf(next?.propertyDependencies, property);
      return Array.isArray(all) ? all.map((one) => placeOf(`${one}`)) : [];
    },
  };
}

function placeOf(urn: string): string {
  const { type, name } = parseUrn(urn);
  return `${type}::${name}`;
}

/** The outputs have what the provider adds, such as a zone's id and its name servers. */
function valuesOf({ inputs, outputs, id }: Json): Value {
  const values = { id, ...(isObject(outputs) ? outputs : {}), ...(isObject(inputs) ? inputs : {}) };
  return converted(values, (json) => (UNKNOWNS.includes(json as string) ? UNKNOWN : undefined));
}
