// Resources that a distribution refers to by id and that are only stored: headers policies.
import type { Forms } from '../forms/form.ts';
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import type { Collection } from '../store.ts';
import type { StoredPart } from './configuration.ts';
import { cloudFrontId } from './ids.ts';

interface PartType<Inputs> {
  readonly type: string;
  readonly inputs: Handler<Inputs & object>['inputs'];
  readonly forms?: Forms;
  readonly parts: Collection<StoredPart<Inputs>>;
  readonly newId: () => string;
  readonly arn: (id: string) => string;
  readonly inUse: (id: string) => boolean;
  readonly codes: { readonly taken: string; readonly inUse: string };
  readonly what: string;
}

/** Its name is unique in the account, and every input can change in place. */
export function namedPartHandler<Inputs extends { readonly name: string }>(part: PartType<Inputs>): Handler {
  const { type, inputs, forms, parts, newId, arn, inUse, codes, what } = part;
  const put = (id: string, given: Inputs) => {
    if (parts.entries().some(([other, { inputs: theirs }]) => other !== id && theirs.name === given.name)) {
      throw new ServiceError(codes.taken, `The ${what} with the name ${given.name} already exists.`, 409);
    }
    const computed = { arn: arn(id), etag: cloudFrontId() };
    parts.set(id, { inputs: given, computed });
    return computed;
  };
  return defineHandler<Inputs, object>({
    type,
    inputs,
    forms,
    replaceOn: [],
    autoname: 'name',
    async create(given) {
      const id = newId();
      return { id, computed: put(id, given) };
    },
    read: async (id) => parts.get(id),
    update: async (id, given) => put(id, given),
    async delete(id) {
      if (inUse(id)) {
        throw new ServiceError(codes.inUse, `Cannot delete the ${what} because it is in use.`, 409);
      }
      parts.delete(id);
    },
  });
}
