// The calls for the resources of one owner, of all types together.
import type { Call, Owner } from '../provider-calls/call.ts';
import { declaredCalls, LOOKUPS } from '../provider-calls/table.ts';

export const STAGING: Owner = { project: 'petstore', stack: 'staging' };
export const PRODUCTION: Owner = { project: 'petstore', stack: 'production' };
export const OTHER_PROJECT: Owner = { project: 'orders', stack: 'staging' };

const rows = (owner: Owner) => Object.values(declaredCalls(owner));

/** With the look-ups of the program. */
export const reads = (owner: Owner): Call[] => [
  ...rows(owner).flatMap(({ read }) => read),
  ...Object.values(LOOKUPS).flat(),
];
export const creations = (owner: Owner): Call[] => rows(owner).flatMap(({ create }) => create);

/** Updates and deletions. */
export const changes = (owner: Owner): Call[] =>
  rows(owner).flatMap(({ update, delete: removal }) => [...update, ...removal]);
