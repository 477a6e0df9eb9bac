// What the client has from the contract: the types, and the names of the members that are int64.

import openapiTS, { astToString, type SchemaObject } from 'openapi-typescript';
import ts from 'typescript';
import { int64Members } from './int64-members.ts';

const BIGINT = ts.factory.createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword);

const NOTICE =
  '// Generated from service/openapi.yaml: `npm run generate -w packages/client` writes it again.\n';

/** The generated files, by their names. */
export type Generated = Readonly<Record<'contract.ts' | 'int64.ts', string>>;

function isInt64({ type, format }: { readonly type?: unknown; readonly format?: unknown }): boolean {
  return type === 'integer' && format === 'int64';
}

/** `document`: a parsed OpenAPI document. Throws where a member's name is int64 at one place and a number at another. */
export async function generate(document: object): Promise<Generated> {
  const types = await openapiTS(structuredClone(document) as never, {
    // A schema of `number` would lose digits from 2^53 on.
    transform: (schema: SchemaObject) => (isInt64(schema) ? BIGINT : undefined),
    // A default is what the service takes for a member that was not sent.
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
  });
  const names = int64Members(document, isInt64);
  return {
    'contract.ts': `${NOTICE}${astToString(types)}`,
    'int64.ts': `${NOTICE}export const INT64_MEMBERS: ReadonlySet<string> = new Set(${JSON.stringify(names)});\n`,
  };
}
