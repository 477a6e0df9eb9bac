/** Where a user of the local cloud sets the records that a blocked host is about: there is no DNS host to log in to. */
export function recordsPlace(internetFile: string): string {
  return `on the local cloud, such records are set in ${internetFile}`;
}
