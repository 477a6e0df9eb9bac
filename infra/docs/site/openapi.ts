// The OpenAPI 3.1 document in the form that the pages need: references resolved, operations in the document's order.

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

export interface Example {
  readonly $ref?: string;
  readonly summary?: string;
  readonly value?: unknown;
}

export interface MediaType {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Example>>;
}

interface Header {
  readonly $ref?: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
  readonly example?: unknown;
}

export interface Parameter extends Header {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header' | 'cookie';
  readonly examples?: Readonly<Record<string, Example>>;
}

/** Of a request or a response. */
interface Body {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<Record<string, MediaType>>;
  readonly headers?: Readonly<Record<string, Header>>;
}

interface OperationObject {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly 'x-stability'?: string;
  /** RFC 3339 date of removal. */
  readonly 'x-sunset'?: string;
  /** The operation to call instead, by its id. */
  readonly 'x-replacement'?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
  /** Empty: no key is needed. */
  readonly security?: readonly object[];
}

type PathItem = Readonly<Record<string, OperationObject>> & { readonly parameters?: readonly Parameter[] };

interface OpenApiDocument {
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary?: string;
    readonly description?: string;
  };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly security?: readonly object[];
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>;
    readonly securitySchemes?: Readonly<Record<string, { readonly description?: string }>>;
  };
}

export interface OperationResponse {
  /** `200`, or `default`. */
  readonly status: string;
  readonly description: string;
  readonly headers: readonly (Header & { readonly name: string })[];
  readonly mediaType?: string;
  readonly media?: MediaType;
}

/** As in the document, but for what is read of it. */
export interface Operation extends Omit<OperationObject, 'parameters' | 'responses'> {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly needsKey: boolean;
  readonly parameters: readonly Parameter[];
  readonly body?: { readonly description?: string; readonly mediaType: string; readonly media: MediaType };
  readonly responses: readonly OperationResponse[];
}

export interface Api {
  readonly document: OpenApiDocument;
  readonly operations: readonly Operation[];
  readonly schemas: readonly (readonly [string, Schema])[];
  /** Resolves a `$ref` within the document, once. */
  resolve<T extends { readonly $ref?: string }>(value: T): T;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'];

/** Reads a document. A reference without a target is an error that names it. */
export function readApi(openapi: object): Api {
  const document = openapi as OpenApiDocument;
  const resolve = resolver(document);
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method): Operation[] => {
      const operation = item[method];
      if (operation === undefined) return [];
      const body = operation.requestBody && resolve(operation.requestBody);
      const media = firstMedia(body);
      const responses = Object.entries(operation.responses);
      return [
        {
          ...operation,
          id: operation.operationId,
          method: method.toUpperCase(),
          path,
          tag: operation.tags?.[0] ?? 'api',
          needsKey: (operation.security ?? document.security ?? []).length > 0,
          parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(resolve),
          body: media && { description: body?.description, ...media },
          responses: responses.map(([status, one]) => readResponse(status, resolve(one), resolve)),
        },
      ];
    }),
  );
  return { document, operations, schemas: Object.entries(document.components?.schemas ?? {}), resolve };
}

function readResponse(status: string, response: Body, resolve: Api['resolve']): OperationResponse {
  return {
    status,
    description: response.description ?? '',
    headers: Object.entries(response.headers ?? {}).map(([name, header]) => ({ ...resolve(header), name })),
    ...firstMedia(response),
  };
}

/** Each body of the API has one media type; of several, the first is shown. */
function firstMedia(
  body: Body | undefined,
): { readonly mediaType: string; readonly media: MediaType } | undefined {
  const [first] = Object.entries(body?.content ?? {});
  return first && { mediaType: first[0], media: first[1] };
}

function resolver(document: object): Api['resolve'] {
  return (value) => {
    if (value.$ref === undefined) return value;
    const target = value.$ref
      .replace(/^#\//, '')
      .split('/')
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], document);
    if (target === undefined) throw new Error(`openapi: ${value.$ref} does not exist in the document`);
    // OpenAPI 3.1: keys beside a reference refine its target.
    const { $ref, ...beside } = value;
    return { ...(target as typeof value), ...beside };
  };
}

/** `#/components/schemas/Pet` → `Pet`. */
export function schemaName(schema: Schema): string | undefined {
  return schema.$ref?.match(/^#\/components\/schemas\/(.+)$/)?.[1];
}
