// The id of a zone, for look-ups that are made while the program runs.
import type * as pulumi from '@pulumi/pulumi';

/** Throws for an id that a resource of this run decides. */
export async function knownZoneId(zoneId: pulumi.Input<string>, host: string): Promise<string> {
  const id = await zoneId;
  if (typeof id !== 'string') throw new Error(`${host}: the id of its zone is not known before the run`);
  return id;
}
