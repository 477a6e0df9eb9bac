// What the client has from the contract: the types, and the names of the members that are int64, in src/generated/.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString, type SchemaObject } from 'openapi-typescript';
import ts from 'typescript';
import { parse } from 'yaml';

const BIGINT = ts.factory.createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword);

const NOTICE =
  '// Generated from service/openapi.yaml: `npm run generate -w packages/client` writes it again.\n';

export type Generated = Readonly<Record<'contract.ts' | 'int64.ts', string>>;

function isInt64({ type, format }: { readonly type?: unknown; readonly format?: unknown }): boolean {
  return type === 'integer' && format === 'int64';
}

type Json = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly name: string;
  readonly in?: string;
  readonly description?: string;
  readonly schema: Json;
}

/** The query of an operation as a schema, `listPetsQuery`; none where it has none. */
function queryOf(operation: unknown): [name: string, schema: Json][] {
  const { operationId, parameters = [] } = operation as {
    operationId?: string;
    parameters?: readonly Parameter[];
  };
  const query = parameters.filter((parameter) => parameter.in === 'query');
  if (query.length === 0) return [];
  const members = query.map(({ name, description, schema }) => [name, { ...schema, description }]);
  return [[`${operationId}Query`, { type: 'object', properties: Object.fromEntries(members) }]];
}

/** The codes of errors: those of the examples. The contract leaves them open. */
function codesOf(document: Contract): string[] {
  const codes = new Set<string>();
  JSON.stringify(document, (name, value) => {
    if (name === 'value' && typeof value?.code === 'string') codes.add(value.code);
    return value;
  });
  return [...codes].sort();
}

/** What programs name: the schemas, the queries and the codes. Nobody uses a type of the paths, their headers and responses. */
function namedTypes(contract: Contract): Json {
  const { paths, components, ...document } = contract;
  const queries = Object.values(paths).flatMap((path) => Object.values(path).flatMap(queryOf));
  const ErrorCode = { type: 'string', enum: codesOf(contract) };
  const schemas = { ...components.schemas, ...Object.fromEntries(queries), ErrorCode };
  return { ...document, paths: {}, components: { schemas } };
}

interface Contract {
  readonly paths: Readonly<Record<string, Json>>;
  readonly components: { readonly schemas: Json };
}

/** `document`: a parsed OpenAPI document. Throws where a member's name is int64 at one place and a number at another. */
export async function generate(document: Contract): Promise<Generated> {
  const int64 = new Set<string>();
  const others = new Set<string>();
  const types = await openapiTS(structuredClone(namedTypes(document)) as never, {
    // A schema of `number` would lose digits from 2^53 on.
    transform: (schema: SchemaObject) => (isInt64(schema) ? BIGINT : undefined),
    transformProperty(_property, schema: SchemaObject, { path = '' }) {
      const name = path.slice(path.lastIndexOf('/') + 1);
      const isNumeric = [schema.type].flat().some((one) => one === 'integer' || one === 'number');
      if (isInt64(schema)) int64.add(name);
      else if (isNumeric) others.add(name);
      return undefined;
    },
    // A default is what the service takes for a member that was not sent.
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
  });
  const [ambiguous] = int64.intersection(others);
  if (ambiguous !== undefined)
    throw new Error(
      `The member ${ambiguous} is int64 in one schema and another number in another: use two names`,
    );
  return {
    'contract.ts': `${NOTICE}${astToString(types)}`,
    'int64.ts': `${NOTICE}export const INT64_MEMBERS: ReadonlySet<string> = new Set(${JSON.stringify([...int64].sort())});\n`,
  };
}

if (import.meta.main) {
  const contract = join(import.meta.dirname, '../../../service/openapi.yaml');
  const folder = join(import.meta.dirname, '../src/generated');
  const files = await generate(parse(readFileSync(contract, 'utf8')) as Contract);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}
