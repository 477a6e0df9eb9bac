// Generated policies and requests, similar enough that statements often apply.
import * as fc from 'fast-check';

export const ACTIONS = [
  'dynamodb:GetItem',
  'dynamodb:Query',
  'dynamodb:PutItem',
  'dynamodb:BatchGetItem',
  's3:GetObject',
  's3:ListBucket',
  'lambda:InvokeFunction',
];

/** Without characters that are special in a regular expression: the oracle does not escape them in front of the resource. */
export const RESOURCES = [
  'arn:aws:dynamodb:eu-west-1:123456789012:table/orders',
  'arn:aws:dynamodb:eu-west-1:123456789012:table/orders/index/by-status',
  'arn:aws:dynamodb:eu-west-1:123456789012:table/Orders',
  'arn:aws:dynamodb:us-east-1:123456789012:table/orders',
  'arn:aws:dynamodb:eu-west-1:210987654321:table/keys',
  'arn:aws:s3:::orders',
  'arn:aws:s3:::orders/a-b/c',
  'arn:aws:lambda:eu-west-1:123456789012:function:orders',
  'arn:aws:lambda:eu-west-1:123456789012:function:orders:live',
  'arn:aws:logs:eu-west-1:123456789012:log-group:/aws/orders:log-stream:a',
  'arn:aws:apigateway:eu-west-1::/apis/a1/routes/b2',
];

interface Edit {
  readonly at: number;
  readonly length: number;
  readonly by: string;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.nat({ max: 70 }),
  length: fc.nat({ max: 25 }),
  by: fc.constantFrom('*', '*', '?', '??', 'x', ''),
});

/** Replaces parts of the text by wildcards, from `start` on: runs, single characters, whole segments, the rest. */
function edited(texts: readonly string[], start: (text: string) => number): fc.Arbitrary<string> {
  const edits = fc.array(edit, { maxLength: 3 });
  return fc.tuple(fc.constantFrom(...texts), edits, fc.boolean()).map(([text, edits, cut]) => {
    const from = start(text);
    const result = edits.reduce((all, { at, length, by }) => {
      const place = from + (at % Math.max(1, all.length - from + 1));
      return all.slice(0, place) + by + all.slice(place + (by === '?' ? 1 : length));
    }, text);
    return cut && edits.length > 1 ? `${result.slice(0, Math.max(from, result.length - 9))}*` : result;
  });
}

const cased = (text: fc.Arbitrary<string>) =>
  fc.tuple(text, fc.constantFrom('', 'upper', 'lower')).map(([value, way]) => {
    const [service = '', name = ''] = value.split(':');
    if (way === '') return value;
    return `${service}:${way === 'upper' ? name.toUpperCase() : name.toLowerCase()}`;
  });

/** The service's prefix is kept: IAM refuses a pattern there. */
export const actionPattern = fc.oneof(
  { weight: 1, arbitrary: fc.constant('*') },
  {
    weight: 8,
    arbitrary: cased(edited(ACTIONS, (text) => text.indexOf(':') + 1)).filter((text) => !text.endsWith(':')),
  },
);

export const arnPattern = edited(RESOURCES, () => 'arn:aws:'.length);
const resourcePattern = fc.oneof(
  { weight: 1, arbitrary: fc.constant('*') },
  { weight: 8, arbitrary: arnPattern },
);
/** The oracle does not support NotResource with absent segments. */
const wholePattern = resourcePattern.filter((text) => text === '*' || text.split(':').length >= 6);

const oneOrMore = (text: fc.Arbitrary<string>) =>
  fc.oneof(text, fc.array(text, { minLength: 1, maxLength: 3 }));

const actions = fc.oneof(
  { weight: 4, arbitrary: fc.record({ Action: oneOrMore(actionPattern) }) },
  { weight: 1, arbitrary: fc.record({ NotAction: oneOrMore(actionPattern) }) },
);
const resources = fc.oneof(
  { weight: 4, arbitrary: fc.record({ Resource: oneOrMore(resourcePattern) }) },
  { weight: 1, arbitrary: fc.record({ NotResource: oneOrMore(wholePattern) }) },
);
const effect = fc.record({ Effect: fc.constantFrom('Allow', 'Allow', 'Allow', 'Deny') });

export const policy = fc
  .array(
    fc.tuple(effect, actions, resources).map((parts) => Object.assign({}, ...parts) as object),
    { minLength: 1, maxLength: 3 },
  )
  .map((Statement) => ({ Version: '2012-10-17', Statement }));

export const request = fc.record({
  action: fc.constantFrom(...ACTIONS),
  resource: fc.constantFrom(...RESOURCES),
});
