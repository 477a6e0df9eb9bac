// Every error of the contract has examples: the documentation site and its list of errors show them as the API's own responses.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { contract } from '../../service/openapi.ts';

interface Response {
  readonly $ref?: string;
  readonly content?: {
    readonly 'application/json': {
      readonly schema: object;
      readonly examples?: Readonly<Record<string, { readonly value: { readonly status?: number } }>>;
    };
  };
}
interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Response>>;
}

const document = JSON.parse(contract) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, Response>> };
};
const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addSchema(document, 'contract');

const resolved = (response: Response) =>
  document.components.responses[response.$ref?.split('/').pop() ?? ''] ?? response;
const inContract = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"contract#/')) as object;

const errors = Object.values(document.paths)
  .flatMap((methods) => Object.values(methods))
  .flatMap(({ operationId, responses }) =>
    Object.entries(responses)
      .filter(([status]) => Number(status) >= 400)
      .map(([status, response]) => ({ operationId, status, response: resolved(response) })),
  );

test('the contract has the errors of all its operations', () => {
  expect(errors.map(({ operationId, status }) => `${operationId} ${status}`)).toEqual(
    expect.arrayContaining(['listPets 400', 'createPet 415', 'getPet 404', 'createOrder 415']),
  );
});

test.each(errors)('the examples of $operationId $status are bodies that it has', ({ status, response }) => {
  const { schema, examples = {} } = response.content?.['application/json'] ?? { schema: {} };
  expect(Object.keys(examples)).not.toEqual([]);
  const validate = ajv.compile(inContract(schema));
  for (const { value } of Object.values(examples)) {
    expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
    // The gateway's own body has none.
    expect(value.status ?? Number(status)).toBe(Number(status));
  }
});
