// The OpenAPI 3.1 document in the form that the pages need: references resolved, operations in the document's order.

export interface Schema {
  /** Of a schema that a reference named. */
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

export interface MediaType {
  readonly schema?: Schema;
  readonly examples?: Readonly<Record<string, { readonly summary?: string; readonly value?: unknown }>>;
}

export interface Field {
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

export interface Parameter extends Field {
  readonly in: 'query' | 'path' | 'header';
  readonly example?: unknown;
}

interface Body {
  readonly description?: string;
  readonly content?: Readonly<Record<string, MediaType>>;
  readonly headers?: Readonly<Record<string, Omit<Field, 'name'>>>;
}

interface OperationObject {
  readonly operationId: string;
  /** The heading that it is under. */
  readonly tags: readonly [string];
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly 'x-stability'?: string;
  /** RFC 3339 date of removal. */
  readonly 'x-sunset'?: string;
  /** The operation to call instead, and its parameter that does what this one did. */
  readonly 'x-replacement'?: { readonly operationId: string; readonly parameter: string };
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
  /** Empty: no key is needed. */
  readonly security?: readonly object[];
}

interface OpenApiDocument {
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary?: string;
    readonly description?: string;
  };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  /** By path, the operation of each method, in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly security: readonly object[];
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly securitySchemes: Readonly<Record<string, { readonly description?: string }>>;
  };
}

export type Api = ReturnType<typeof readApi>;
export type Operation = Api['operations'][number];
export type OperationResponse = Operation['responses'][number];

/** Reads a document, whose references it resolves. A reference without a target is an error that names it. */
export function readApi(openapi: object) {
  const document = resolved(openapi, openapi) as OpenApiDocument;
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const { operationId: id, tags, parameters = [], requestBody } = operation;
      const [tag] = tags;
      const media = firstMedia(requestBody);
      const needsKey = (operation.security ?? document.security).length > 0;
      const body = media && { description: requestBody?.description, ...media };
      const responses = Object.entries(operation.responses).map(([status, one]) => readResponse(status, one));
      const own = { id, method: method.toUpperCase(), path, tag, needsKey, parameters, body, responses };
      return { ...operation, ...own };
    }),
  );
  return { document, operations, schemas: Object.entries(document.components.schemas) };
}

function readResponse(status: string, response: Body) {
  const { description = '', headers = {} } = response;
  const named = Object.entries(headers).map(([name, header]): Field => ({ ...header, name }));
  return { status, description, headers: named, ...firstMedia(response) };
}

/** Each body of the API has one media type; of several, the first is shown. */
function firstMedia(body: Body | undefined) {
  const [first] = Object.entries(body?.content ?? {});
  return first && { mediaType: first[0], media: first[1] };
}

/** The node with the targets of its references in their places. OpenAPI 3.1: keys beside a reference refine its target. */
function resolved(node: unknown, document: object): unknown {
  if (Array.isArray(node)) return node.map((one) => resolved(one, document));
  if (typeof node !== 'object' || node === null) return node;
  const own = Object.fromEntries(Object.entries(node).map(([key, one]) => [key, resolved(one, document)]));
  if (typeof own.$ref !== 'string') return own;
  const path = own.$ref.replace(/^#\//, '').split('/');
  const target = path.reduce<unknown>(
    (at, part) => (at as Record<string, unknown> | undefined)?.[part],
    document,
  );
  if (target === undefined) throw new Error(`openapi: ${own.$ref} does not exist in the document`);
  return { ...(resolved(target, document) as object), ...own };
}

/** `#/components/schemas/Pet` → `Pet`. */
export function schemaName(schema: Schema): string | undefined {
  return schema.$ref?.match(/^#\/components\/schemas\/(.+)$/)?.[1];
}
