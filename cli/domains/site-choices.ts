// The sites that a host can serve, each with the whole command that says so.
import { command, visible } from '@petstore/custom-domains/output';
import type { NewHost } from '../../infra/config/edit/edit.ts';
import { SITE_NAMES } from '../../infra/config/schema.ts';
import type { SharedOptions } from './context.ts';

type Given = Pick<SharedOptions, 'stack' | 'dir'> &
  Partial<Pick<NewHost, 'redirectTo' | 'status'>> & { readonly write?: boolean };

/** What a host of the site serves, in a sentence. */
export const SERVES: Readonly<Record<NewHost['site'], string>> = {
  api: 'the API',
  docs: 'the documentation',
};

/** A line for each site. `verb`: `add`; the options that were given stay. */
export function siteChoices(verb: string, host: string, given: Given): string {
  const { stack, dir, redirectTo, status, write } = given;
  const options = Object.entries({ stack, dir, 'redirect-to': redirectTo, status }).flatMap(
    ([name, value]) => (value === undefined ? [] : [`--${name}`, String(value)]),
  );
  const line = visible(command`npm run domains -- ${verb} ${host} ${options} ${write ? ['--write'] : []}`);
  const width = Math.max(...Object.values(SERVES).map(({ length }) => length));
  const lines = SITE_NAMES.map((site) => `${SERVES[site].padEnd(width)}  ${line} --site ${site}`);
  return lines.join('\n  ');
}
