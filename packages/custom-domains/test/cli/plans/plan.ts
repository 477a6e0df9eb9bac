// Plans of the tests: those of one site in three formats, and small ones that are made here.
import { join } from 'node:path';
import type { ToolIo } from '../../../src/cli/io.ts';
import { plannedHosts } from '../../../src/cli/plans/planned-hosts.ts';
import { readPlan } from '../../../src/cli/plans/read-plan.ts';

/** In each, two hosts are deployed already, whose records are replaced or removed; one is not changed. */
export const SAMPLES = ['terraform.json', 'cdk.template.json', 'pulumi.json'] as const;
export const sampleFile = (name: (typeof SAMPLES)[number]) => join(import.meta.dirname, name);

/** What a Terraform plan does with a resource. `refs`: the places that its expressions refer to, by property. */
export type Change = readonly [
  type: string,
  actions: string,
  after: object,
  before?: object,
  refs?: Readonly<Record<string, readonly string[]>>,
];

/** A value that is not known, as `undefined` is left out of JSON. */
const unknownOf = (after: object) =>
  Object.fromEntries(Object.entries(after).flatMap(([key, one]) => (one === undefined ? [[key, true]] : [])));

export function terraform(...changes: readonly Change[]): string {
  const resource_changes = changes.map(([type, actions, after, before = null], index) => ({
    ...(actions === 'read'
      ? { address: `data.${type}.r${index}`, mode: 'data' }
      : { address: `${type}.r${index}` }),
    type,
    change: { actions: actions.split(' '), before, after, after_unknown: unknownOf(after) },
  }));
  const resources = changes.map(([type, , , , refs = {}], index) => ({
    address: `${type}.r${index}`,
    expressions: Object.fromEntries(Object.entries(refs).map(([key, references]) => [key, { references }])),
  }));
  const configuration = { root_module: { resources } };
  return JSON.stringify({ format_version: '1.2', planned_values: {}, resource_changes, configuration });
}

export const creating = (type: string, ...all: readonly object[]) =>
  terraform(...all.map((after): Change => [type, 'create', after]));

/** A preview of operations on resources of one type, each on another one. */
export function preview(type: string, ...steps: readonly object[]): string {
  const urn = `urn:pulumi:production::site::${type}::r`;
  return JSON.stringify({ steps: steps.map((one, index) => ({ urn: `${urn}${index}`, ...one })) });
}

export const template = (Type: string, Properties: object) =>
  JSON.stringify({ Resources: { R: { Type, Properties } } });

export const record = (name: string, type: string, ...records: string[]) => {
  return { name, type, records, zone_id: 'Z1' };
};

/** `input`: the chunks of standard input, for `-`. */
export const read = (file: string, ...input: readonly string[]) =>
  readPlan(file, {
    signal: new AbortController().signal,
    input: async function* () {
      yield* input.map((one) => Buffer.from(one));
    },
  } as Partial<ToolIo> as ToolIo);

/** `found`: each host, what is refused of it, and what could not be read. */
export async function hostsIn(file: string, ...input: readonly string[]) {
  const plan = await read(file, ...input);
  const planned = plannedHosts(plan);
  const hosts = planned.hosts.map(({ host, isWildcard, refusals }) => {
    const isRefused = refusals.some(({ code }) => code === 'plan-refused');
    return `${isRefused ? 'refused ' : ''}${isWildcard ? '*.' : ''}${host}`;
  });
  const others = planned.others.map(({ code, host }) => `${code} ${host}`);
  return { plan, planned, found: [...hosts, ...others].sort() };
}
