// What a stack answers: taken before an accident, and compared after the recovery.
import type { Stage } from './stage.ts';
import { DrillError } from './steps.ts';

/** Answers by what was asked, as text. */
export type Snapshot = Readonly<Record<string, string>>;

/** Creates animals, and resolves to their ids. */
export async function createAnimals(stage: Stage, names: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const name of names) {
    const { status, body } = await stage.post('/pets', { name, categoryId: 1 });
    // The id may have more digits than a number of JavaScript.
    const [, id] = /"id":(\d+)/.exec(body) ?? [];
    if (status !== 201 || id === undefined)
      throw new DrillError(`an animal was not created: ${status} ${body}`);
    ids.push(id);
  }
  return ids;
}

/** The answers to a list, to each animal, and of each host that is served. */
export async function snapshot(stage: Stage, ids: readonly string[]): Promise<Snapshot> {
  const answers: Record<string, string> = {};
  for (const path of ['/pets?limit=100', ...ids.map((id) => `/pets/${id}`)]) {
    const { status, body } = await stage.get(path);
    answers[path] = `${status} ${body}`;
  }
  for (const [host, { url, site }] of Object.entries(stage.outputs?.hosts ?? {})) {
    const { status, location } = await stage.page(site === 'api' ? `${url}/openapi.json` : url);
    answers[host] = `${status} ${location ?? ''}`;
  }
  return answers;
}
