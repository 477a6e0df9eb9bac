// Generates services/<service>.json from botocore's service models, for the members that inputs/ names:
//
//   git clone --depth 1 https://github.com/boto/botocore && node packages/local-cloud/test/constraints/extract.ts botocore
//
// and `npm run fix` after it. Cloudflare has no such model: cloudflare.json follows its provider's schema.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TYPES } from './inputs/index.ts';
import type { Fact } from './table.ts';

interface Shape {
  readonly type: string;
  readonly required?: readonly string[];
  readonly members?: Readonly<Record<string, { readonly shape: string }>>;
  readonly member?: { readonly shape: string };
  readonly key?: { readonly shape: string };
  readonly value?: { readonly shape: string };
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: string;
  readonly enum?: readonly string[];
}

interface Model {
  readonly metadata: { readonly serviceFullName: string; readonly apiVersion: string };
  readonly operations: Readonly<Record<string, { readonly input: { readonly shape: string } }>>;
  readonly shapes: Readonly<Record<string, Shape>>;
}

const [, , botocore] = process.argv;
if (botocore === undefined) throw new Error('the path of a botocore checkout is missing');
const [, release] =
  /__version__ = '(.+)'/.exec(readFileSync(join(botocore, 'botocore/__init__.py'), 'utf8')) ?? [];

for (const service of new Set(TYPES.map((one) => one.service))) {
  if (service !== 'cloudflare') write(service);
}

function write(service: string): void {
  const folder = join('botocore/data', service);
  const version =
    readdirSync(join(botocore as string, folder))
      .sort()
      .at(-1) ?? '';
  const path = join(folder, version, 'service-2.json');
  const model: Model = JSON.parse(readFileSync(join(botocore as string, path), 'utf8'));
  const named = TYPES.filter((one) => one.service === service)
    .flatMap(({ inputs }) => Object.values(inputs))
    .flatMap(({ members }) => members);
  const members = [...new Set(named)].sort().map((member) => [member, factOf(model, member)]);
  const table = {
    source: `botocore ${release}, ${path}`,
    model: `${model.metadata.serviceFullName}, API version ${model.metadata.apiVersion}`,
    licence: 'Apache-2.0, https://github.com/boto/botocore/blob/develop/LICENSE.txt',
    members: Object.fromEntries(members),
  };
  writeFileSync(
    join(import.meta.dirname, 'services', `${service}.json`),
    `${JSON.stringify(table, null, 2)}\n`,
  );
}

/** `CreateRole.Tags[].Key`: from the operation's input shape, member by member. */
function factOf({ operations, shapes }: Model, path: string): Fact {
  const [operation = '', ...steps] = path.split(/\.|(?=\[\]|\{)/);
  let name = operations[operation]?.input.shape ?? '';
  let required = false;
  for (const step of steps) {
    const shape = shapes[name] as Shape;
    required = shape.required?.includes(step) === true;
    const next =
      { '[]': shape.member, '{key}': shape.key, '{value}': shape.value }[step] ?? shape.members?.[step];
    if (next === undefined) throw new Error(`${path}: ${name} has no ${step}`);
    name = next.shape;
  }
  const { type, min, max, pattern, enum: values } = shapes[name] as Shape;
  const own = Object.entries({ min, max, pattern: unescaped(pattern), enum: values }).filter(
    ([, value]) => value !== undefined,
  );
  return { shape: name, type, ...(required && { required }), ...lengths(name), ...Object.fromEntries(own) };
}

/** Java's patterns may escape an underscore, which ECMAScript refuses. */
function unescaped(pattern: string | undefined): string | undefined {
  return pattern?.replaceAll('\\_', '_');
}

/** API Gateway's model has its lengths only in the names of shapes. */
function lengths(shape: string): { min?: number; max?: number } {
  const [, min, max, thousands] = /^(?:String|Uri)WithLengthBetween(\d+)And(\d+)(K?)$/.exec(shape) ?? [];
  if (min === undefined) return {};
  return { min: Number(min), max: Number(max) * (thousands === 'K' ? 1024 : 1) };
}
