// Reads a plan, and recognises by its shape what wrote it.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type TagId, type Tags, type YAMLMap, type YAMLSeq } from 'yaml';
import { UsageError } from '../../output/index.ts';
import type { ToolIo } from '../io.ts';
import { nameOf, readText } from '../read-text.ts';
import { isCloudFormation, readCloudFormation } from './cloudformation.ts';
import { isPulumi, readPulumi } from './pulumi.ts';
import { isObject, type Json, type Plan, PlanError } from './resource.ts';
import { isTerraform, readTerraform } from './terraform.ts';

const FORMATS = [
  { is: isTerraform, read: readTerraform },
  { is: isCloudFormation, read: readCloudFormation },
  { is: isPulumi, read: readPulumi },
] as const;

export const PLAN_FORMS =
  'terraform show -json PLAN, pulumi preview --json --show-sames, cdk synth (cdk.out) or a template';
const FIX = `give what one of these writes: ${PLAN_FORMS}`;

/** A template has at most 1 MB (CloudFormation quotas); YAML takes much longer to read than JSON. */
const MAX_YAML = 1024 * 1024;

/** `-` is standard input. Throws UsageError for what is not a plan. */
export async function readPlan(file: string, io: ToolIo): Promise<Plan> {
  const name = nameOf(file);
  const isFolder = file !== '-' && statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
  const templates = isFolder ? templatesIn(file) : [];
  if (isFolder && templates.length === 0)
    throw new UsageError(`${name} is a folder, without the templates of cdk.out.`, FIX);
  if (!isFolder) return parsed(await readText(file, io, FIX), name, readAny);
  const parts: Plan[] = [];
  const budget = { bytes: 0 };
  for (const one of templates) {
    const template = join(file, one);
    const text = await readText(template, io, FIX, budget);
    const prefix = `${one.replace(/\.template\.json$/, '')}/`;
    const read = (json: Json) => (isCloudFormation(json) ? readCloudFormation(json, prefix) : EMPTY);
    parts.push(parsed(text, template, read));
  }
  return {
    ...EMPTY,
    resources: parts.flatMap(({ resources }) => resources),
    gaps: parts.flatMap(({ gaps }) => gaps),
    get notes() {
      return parts.flatMap(({ notes = [] }) => notes);
    },
  };
}

const EMPTY: Plan = {
  ...{ title: 'CDK app', resources: [], known: [], gaps: [] },
  hasBefore: false,
  removesFirst: () => false,
};

/** The stacks of a cloud assembly, and those of its stages in folders of their own. */
function templatesIn(folder: string): string[] {
  const all = readdirSync(folder, { withFileTypes: true });
  if (!all.some(({ name }) => name === 'manifest.json')) return [];
  return all.flatMap((one) => {
    if (one.isDirectory() && one.name.startsWith('assembly-'))
      return templatesIn(join(folder, one.name)).map((found) => join(one.name, found));
    return one.name.endsWith('.template.json') ? [one.name] : [];
  });
}

const NONE = 'is none of the plans that are known';

function readAny(json: Json): Plan {
  const format = FORMATS.find(({ is }) => is(json));
  if (format === undefined) throw new PlanError(NONE);
  return format.read(json);
}

function parsed(text: string, name: string, read: (json: Json) => Plan): Plan {
  try {
    const isJson = /^\s*[[{]/.test(text);
    const json = isJson ? JSON.parse(text) : yamlOf(text);
    if (isObject(json)) return read(json);
    throw new PlanError(isJson ? NONE : 'is neither JSON nor a template in YAML');
  } catch (error) {
    if (error instanceof PlanError) throw new UsageError(`${name} ${error.message}.`, FIX);
    if (error instanceof SyntaxError) throw new UsageError(`${name} is not JSON.`, FIX);
    // Of the call stack.
    if (error instanceof RangeError) throw new UsageError(`${name} is nested too deeply.`, FIX);
    throw error;
  }
}

// The short form of CloudFormation's functions, in YAML:
// https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/intrinsic-function-reference.html
const SHORT = ['Ref', 'Condition'];
const FUNCTIONS =
  'And Base64 Cidr Contains EachMemberEquals EachMemberIn Equals FindInMap GetAtt GetAZs If ImportValue Join Length Not Or RefAll Select Split Sub ToJsonString Transform ValueOf ValueOfAll'.split(
    ' ',
  );

/** `!Sub x` is `{ "Fn::Sub": "x" }`. */
const TAGS: Tags = [...SHORT, ...FUNCTIONS].flatMap((name) => {
  const key = SHORT.includes(name) ? name : `Fn::${name}`;
  const tag = `!${name}`;
  const ofCollection = (node: YAMLMap | YAMLSeq) => ({ [key]: node.toJSON() });
  return [
    { tag, resolve: (value: string) => ({ [key]: value }) },
    { tag, collection: 'seq' as const, resolve: ofCollection },
    { tag, collection: 'map' as const, resolve: ofCollection },
  ];
}) as Exclude<Tags[number], TagId>[];

/** An alias that stands for too much is a ReferenceError. */
function yamlOf(text: string): unknown {
  if (text.length > MAX_YAML) throw new PlanError('is not JSON, and a template in YAML has at most 1 MB');
  try {
    return parse(text, { customTags: TAGS, logLevel: 'error', stringKeys: true });
  } catch (error) {
    if (error instanceof RangeError) throw error;
    const [reason = ''] = error instanceof Error ? error.message.split('\n') : [];
    throw new PlanError(`is neither JSON nor YAML: ${reason.replace(/:?$/, '')}`);
  }
}
