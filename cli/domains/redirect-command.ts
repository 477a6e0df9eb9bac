/** The command that preserves the links to a removed host. */
export function redirectCommand(host: string, site: string, stack: string, primary?: string): string {
  const to = primary === undefined || primary === host ? 'HOST' : primary;
  return `npm run domains -- add ${host} --stack ${stack} --site ${site} --redirect-to ${to}`;
}
