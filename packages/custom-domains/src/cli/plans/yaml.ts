// Templates in YAML, with the short form of CloudFormation's functions.
// https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/intrinsic-function-reference.html
import { parse, type TagId, type Tags, type YAMLMap, type YAMLSeq } from 'yaml';

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

/** Throws YAMLParseError; an alias that stands for too much is a ReferenceError. */
export function parseYaml(text: string): unknown {
  return parse(text, { customTags: TAGS, logLevel: 'error', stringKeys: true });
}
