// The resources of the local stack by the names that choose each: logical names alone are unique only within a type.
import { parseUrn } from '@petstore/custom-domains/names';
import { type Shown, shellWord, shown, table } from '@petstore/custom-domains/output';
import type { StoredResource } from '@petstore/local-cloud/provider/client';
import { closest } from '../../../infra/config/did-you-mean.ts';
import { UsageError } from '../../usage-error.ts';

const LIST = 'npm run local -- drift';

/** Its logical name, `type::name` as at the end of its URN, and the URN. */
const namesOf = ({ urn, type }: StoredResource): string[] => {
  const { name } = parseUrn(urn);
  return [name, `${type}::${name}`, urn];
};

const named = (resources: readonly StoredResource[], name: string) =>
  resources.filter((one) => namesOf(one).includes(name));

/** The shortest name that no other resource has. */
export function nameOf(resource: StoredResource, all: readonly StoredResource[]): string {
  return namesOf(resource).find((name) => named(all, name).length === 1) ?? resource.urn;
}

/** Throws UsageError where no resource has the name, or several do. */
export function chooseResource(name: string, all: readonly StoredResource[]): StoredResource {
  const [found, ...others] = named(all, name);
  if (found === undefined) throw unknownResource(name, all);
  if (others.length === 0) return found;
  const choices = [found, ...others].map((one) => `${LIST} ${shellWord(nameOf(one, all))}`);
  throw new UsageError(
    `${choices.length} resources are named "${name}".`,
    `name one with its type:\n  ${choices.join('\n  ')}`,
  );
}

function unknownResource(name: string, all: readonly StoredResource[]): UsageError {
  const what = `The local stack has no resource "${name}".`;
  const names = all.map((one) => nameOf(one, all));
  const meant = closest(name, names);
  return new UsageError(
    what,
    `${meant === undefined ? '' : `did you mean "${meant}"? `}All of them: ${LIST}`,
  );
}

/** `columns`: of the terminal. */
export function resourceTable(all: readonly StoredResource[], columns: number): Shown {
  const rows = all.map((one) => [nameOf(one, all), one.type]);
  const next = shown`  next    ${LIST} NAME --delete, or --set ttl=60`;
  return shown`The resources of the local stack:\n\n${table(['NAME', 'TYPE'], rows, columns)}\n\n${next}`;
}
