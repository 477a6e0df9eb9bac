// A call with the client of packages/client, which has a function for each operation: an int64 is a bigint there.
import { bodyExamples, parameterExample } from './examples.ts';
import type { PageContext } from './layout.ts';
import { nodeNotes } from './local-notes.ts';
import type { Api, Operation, Parameter, Schema } from './openapi.ts';

type Server = Pick<PageContext, 'api' | 'baseUrl' | 'authorityFile'>;

/** The client follows the pages by itself. */
const OF_PAGES = ['limit', 'cursor'];

export function typescriptSample({ api, baseUrl, authorityFile }: Server, operation: Operation): string {
  const call = `petstore.${operation.id}(${argumentsOf(api, operation).join(', ')})`;
  return [
    ...nodeNotes(authorityFile),
    '// npm pack -w packages/client, in the repository of this API, makes the archive to install',
    "import { createClient } from '@petstore/client';",
    '',
    'const petstore = createClient({',
    `  baseUrl: ${literal(api, undefined, baseUrl)},`,
    "  apiKey: process.env.PETSTORE_KEY ?? '',",
    '});',
    isList(api, operation)
      ? `for await (const one of ${call}) console.log(one);`
      : `console.log(await ${call});`,
  ].join('\n');
}

function isList(api: Api, { responses }: Operation): boolean {
  const schema = responses.find(({ status }) => status === '200')?.media?.schema;
  return schema !== undefined && api.resolve(schema).type === 'array';
}

/** Those of the path in turn, then the body or the query. */
function argumentsOf(api: Api, { parameters, body }: Operation): string[] {
  const path = parameters.filter((one) => one.in === 'path').map((one) => parameterLiteral(api, one));
  const query = parameters
    .filter((one) => one.in === 'query' && one.example !== undefined && !OF_PAGES.includes(one.name))
    .map((one) => `${one.name}: ${parameterLiteral(api, one)}`);
  const [example] = body ? bodyExamples(api, body.media) : [];
  if (example !== undefined) path.push(literal(api, body?.media.schema, JSON.parse(example.text)));
  else if (query.length > 0) path.push(`{ ${query.join(', ')} }`);
  return path;
}

function parameterLiteral(api: Api, parameter: Parameter): string {
  const text = parameterExample(parameter) ?? '';
  const { type } = parameter.schema ? api.resolve(parameter.schema) : {};
  return literal(api, parameter.schema, type === 'integer' ? Number(text) : text);
}

/** `value`: what JSON.parse gives; its schema tells an int64 from another number. */
function literal(api: Api, given: Schema | undefined, value: unknown): string {
  const { format, items, properties = {} } = given ? api.resolve(given) : {};
  if (typeof value === 'number') return format === 'int64' ? `${value}n` : String(value);
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map((one) => literal(api, items, one)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(
    ([name, member]) =>
      `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)}: ${literal(api, properties[name], member)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** In single quotes, where the text has neither quotes nor escapes. */
function quoted(text: string): string {
  const json = JSON.stringify(text);
  return /['"\\]/.test(json.slice(1, -1)) ? json : `'${text}'`;
}
