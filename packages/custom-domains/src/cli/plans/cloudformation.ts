// A CloudFormation template in JSON, as the CDK synthesises it. It says what is to be deployed, and not what is.
// https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/intrinsic-function-reference.html
import {
  converted,
  isObject,
  type Json,
  type Plan,
  propertyOf,
  type Resource,
  typeOf,
  UNKNOWN,
  type Value,
} from './resource.ts';

export function isCloudFormation(json: Json): boolean {
  const all = isObject(json.Resources) ? Object.values(json.Resources) : [];
  return all.some((one) => isObject(one) && typeof one.Type === 'string');
}

export function readCloudFormation(json: Json): Plan {
  const all = Object.entries(json.Resources as Json);
  const resources = all.flatMap(([place, one]) => (isObject(one) ? [resource(place, one)] : []));
  const loops = all.filter(([, one]) => !isObject(one));
  const nested = resources.filter(({ type }) => type === 'AWS::CloudFormation::Stack');
  return {
    title: 'CloudFormation template',
    resources,
    known: [],
    hasBefore: false,
    gaps: loops.map(([place]) => `${place} is not expanded`),
    notes: nested.map(({ place }) => `${place} has a template of its own: check it too`),
  };
}

function resource(place: string, { Type, Properties }: Json): Resource {
  return {
    type: typeOf(Type),
    place,
    after: isObject(Properties) ? converted(Properties, expression) : UNKNOWN,
    isReplaced: false,
    sources: (property) => references(propertyOf(Properties, property)),
  };
}

/** The value of an intrinsic function: a text where all of its parts are literal, nothing for `AWS::NoValue`, else UNKNOWN. */
function expression(json: unknown): Value | undefined {
  if (!isObject(json)) return undefined;
  const [key = '', ...more] = Object.keys(json);
  if (more.length > 0 || !/^(Ref|Condition|Fn::\w+)$/.test(key)) return undefined;
  const given = json[key];
  if (given === 'AWS::NoValue') return null;
  if (key === 'Fn::Sub' && typeof given === 'string' && !/\$\{(?!!)/.test(given))
    return given.replaceAll('${!', '${');
  if (key !== 'Fn::Join' || !Array.isArray(given)) return UNKNOWN;
  const [separator, parts] = given;
  const texts = Array.isArray(parts) ? parts.map((one) => expression(one) ?? one) : [];
  return texts.length > 0 && texts.every((one) => typeof one === 'string') ? texts.join(separator) : UNKNOWN;
}

/** The logical id in a Ref or a GetAtt. */
function references(json: unknown): string[] {
  if (!isObject(json)) return [];
  const attribute = json['Fn::GetAtt'];
  const [id] = Array.isArray(attribute) ? attribute : `${attribute ?? ''}`.split('.');
  return [json.Ref, id].filter((one) => typeof one === 'string' && one !== '') as string[];
}
