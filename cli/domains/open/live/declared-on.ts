// The day on which a host was declared: of the commit that brought its name into the stack's file.
import { git } from '../../git.ts';

/** More hosts than a stack has; beyond that, the oldest look-ups are forgotten. */
const MAX_KNOWN = 1_000;

/** `2026-11-18`; undefined where the name is in no commit, or the folder in no checkout. Each host is looked up once. */
export function declaredDays(folder: string): (stack: string, host: string) => Promise<string | undefined> {
  const known = new Map<string, string>();
  return async (stack, host) => {
    const key = `${stack}/${host}`;
    const day = known.get(key) ?? (await lookUp(folder, stack, host));
    // A host that is not committed yet will be.
    if (day !== undefined) known.set(key, day);
    for (const oldest of [...known.keys()].slice(0, -MAX_KNOWN)) known.delete(oldest);
    return day;
  };
}

/** The newest commit that changed how often the name is in the file. */
async function lookUp(folder: string, stack: string, host: string): Promise<string | undefined> {
  const args = ['log', '--format=%cs', '--max-count=1', `-S${host}`, '--', `Pulumi.${stack}.yaml`];
  const days = await git(folder, args).catch(() => undefined);
  return days?.trim() || undefined;
}
