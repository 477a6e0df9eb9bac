// A CloudFormation template, as the CDK synthesises it or a person writes it, also with SAM's resources. It says what is to be deployed,
// and not what is. https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/intrinsic-function-reference.html
import { isObject, type Json, memberAt, type Plan, type Resource, textIn, UNKNOWN } from './resource.ts';
import { samResources } from './sam.ts';

const isLoop = (key: string): boolean => key.startsWith('Fn::');

export function isCloudFormation(json: Json): boolean {
  const all = isObject(json.Resources) ? Object.entries(json.Resources) : [];
  return all.some(([key, one]) => isLoop(key) || (isObject(one) && typeof one.Type === 'string'));
}

/** Transforms whose resources are read here, or that add none. Any other can add any resource. */
const TRANSFORMS: readonly unknown[] = ['AWS::Serverless-2016-10-31', 'AWS::LanguageExtensions'];

/** `folder`: in front of the places of its resources, where the templates of nested stacks are beside it. Throws PlanError. */
export function readCloudFormation(json: Json, folder?: string): Plan {
  const prefix = folder ?? '';
  const defaults = new Set<string>();
  const evaluate = evaluator(json, (name) => defaults.add(name));
  const written = Object.entries(json.Resources as Json).filter(([key]) => !isLoop(key));
  const all = samResources(json, written);
  const resources = all.map(([id, one]): Resource => {
    const { Type, Properties = {}, Condition } = isObject(one) ? one : {};
    return {
      type: textIn({ Type }, 'Type', `the resource ${JSON.stringify(id)}`),
      place: `${prefix}${id}`,
      after: isObject(Properties) ? { json: Properties, read: evaluate } : { json: UNKNOWN },
      isConditional: Condition !== undefined,
      sources: (property) => references(memberAt(Properties, property)).map((source) => `${prefix}${source}`),
    };
  });
  const loops = Object.keys(json.Resources as Json).filter(isLoop);
  const transforms = [json.Transform].flat().map((one) => (isObject(one) ? one.Name : one));
  const others = transforms.filter((one) => one !== undefined && !TRANSFORMS.includes(one));
  const nested = folder === undefined ? resources.filter(({ type }) => NESTED.includes(type)) : [];
  return {
    title: 'CloudFormation template',
    resources,
    known: [],
    hasBefore: false,
    // A new resource is created before what it replaces is deleted: "Update behaviors of stack resources".
    removesFirst: () => false,
    gaps: [
      ...loops.map((key) => `${prefix}${key} is not expanded`),
      ...others.map((one) => `the transform ${prefix}${JSON.stringify(one)} can add resources`),
    ],
    // What is read of the resources is known once it was read.
    get notes() {
      const assumed =
        defaults.size === 0 ? [] : [`with the defaults of the parameters: ${[...defaults].join(', ')}`];
      return [...nested.map(({ place }) => `${place} has a template of its own: check it too`), ...assumed];
    },
  };
}

const NESTED = ['AWS::CloudFormation::Stack', 'AWS::Serverless::Application'];

/** Of an intrinsic function: a text where its parts are literal or parameters with a default; nothing for `AWS::NoValue`, else UNKNOWN. */
function evaluator(
  { Mappings, Parameters }: Json,
  onDefault: (name: string) => void,
): (json: unknown) => unknown {
  const parameter = (name: unknown): unknown => {
    const value = propertyAt(propertyAt(Parameters, name), 'Default');
    if (typeof value !== 'string' || value === '') return UNKNOWN;
    onDefault(String(name));
    return value;
  };
  const evaluate = (json: unknown): unknown => {
    if (!isObject(json)) return json;
    const [key = '', ...more] = Object.keys(json);
    if (more.length > 0 || !/^(Ref|Condition|Fn::[\w:]+)$/.test(key)) return json;
    const given = json[key];
    if (given === 'AWS::NoValue') return null;
    if (key === 'Ref') return parameter(given);
    const list = Array.isArray(given) ? given.map(evaluate) : [];
    if (key === 'Fn::Sub') return substituted(given, list);
    // Mappings have no functions.
    if (key === 'Fn::FindInMap') return list.reduce((at, step) => propertyAt(at, step), Mappings) ?? UNKNOWN;
    if (key !== 'Fn::Join' || !Array.isArray(given)) return UNKNOWN;
    const [separator] = list;
    const [, parts] = given;
    const texts = Array.isArray(parts) ? parts.map(evaluate) : [];
    const isKnown = texts.length > 0 && texts.every((one) => typeof one === 'string');
    return isKnown && typeof separator === 'string' ? texts.join(separator) : UNKNOWN;
  };
  const substituted = (given: unknown, [text = given, values]: readonly unknown[]): unknown => {
    if (typeof text !== 'string') return UNKNOWN;
    const names = [...text.matchAll(/\$\{(?!!)([^}]*)\}/g)].map(([, name = '']) => name);
    const known = names.map((name) => evaluate(propertyAt(values, name) ?? { Ref: name }));
    if (!known.every((one) => typeof one === 'string')) return UNKNOWN;
    return text.replaceAll(/\$\{(?!!)[^}]*\}/g, () => known.shift() as string).replaceAll('${!', '${');
  };
  return evaluate;
}

function propertyAt(object: unknown, key: unknown): unknown {
  return isObject(object) && typeof key === 'string' && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The logical id in a Ref or a GetAtt. */
function references(json: unknown): string[] {
  if (!isObject(json)) return [];
  const attribute = json['Fn::GetAtt'];
  const [id] = typeof attribute === 'string' ? attribute.split('.') : [attribute].flat();
  return [json.Ref, id].filter((one) => typeof one === 'string' && one !== '') as string[];
}
