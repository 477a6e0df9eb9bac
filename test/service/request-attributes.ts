// The attributes that a write names: the condition key `dynamodb:Attributes`.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html

export interface WriteInput {
  readonly Key?: unknown;
  readonly Item?: unknown;
  readonly AttributeUpdates?: unknown;
  readonly Expected?: unknown;
  readonly UpdateExpression?: unknown;
  readonly ConditionExpression?: unknown;
  readonly ExpressionAttributeNames?: unknown;
}

/** A name at the beginning of a path (`#a.b[0]` is `#a`), a value's placeholder, or a function with its parenthesis. */
const TOKEN = /(?<path>[.:])?(?<name>#?[A-Za-z_]\w*|#\w+)(?<call>\s*\()?/g;
const KEYWORDS = new Set(['SET', 'REMOVE', 'ADD', 'DELETE', 'AND', 'OR', 'NOT', 'BETWEEN', 'IN']);

/** Top-level names, each once. An expression that DynamoDB would refuse has some of them, or none. */
export function attributesOf(input: WriteInput): readonly string[] {
  const names = [input.Key, input.Item, input.AttributeUpdates, input.Expected].flatMap(keysOf);
  const expressions = [input.UpdateExpression, input.ConditionExpression].flatMap((expression) =>
    typeof expression === 'string' ? namesIn(expression, input.ExpressionAttributeNames) : [],
  );
  return [...new Set([...names, ...expressions])];
}

function keysOf(value: unknown): string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

function namesIn(expression: string, placeholders: unknown): string[] {
  const resolved = new Map<string, unknown>(Object.entries(placeholders ?? {}));
  return [...expression.matchAll(TOKEN)].flatMap(({ groups = {} }) => {
    const { path, name = '', call } = groups;
    if (path !== undefined || call !== undefined || KEYWORDS.has(name.toUpperCase())) return [];
    return [String(resolved.get(name) ?? name)];
  });
}
