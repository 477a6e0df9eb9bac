// What a pattern can say of a name, for editors. Wider than host.ts, which has the last word, never narrower.

/** UTS 46 maps the ideographic full stops to a dot. */
const DOT = '[.。．｡]';
/** A letter or digit of ASCII, or anything beyond ASCII but those dots; the same with and without the "u" flag. */
const ALNUM = '[^\\x00-/:-@\\[-`{-\\x7f。．｡]';
const LABEL = `${ALNUM}(?:(?:${ALNUM}|-){0,61}${ALNUM})?`;

const HOST = [
  // Not an address: the last label is no number.
  '(?!.*[.](?:[0-9]+|0[xX][0-9A-Fa-f]*)[.]?$)',
  '(?=.{1,254}$)',
  `${LABEL}(?:${DOT}${LABEL})+${DOT}?`,
].join('');

/** A pattern, and what editors say instead of printing it. */
export const HOST_FORM = {
  pattern: `^${HOST}$`,
  patternErrorMessage: 'No host name: at least two labels of letters, digits and inner hyphens.',
} as const;

/** A host, or an https URL without user, query and fragment. */
export const TARGET_FORM = {
  pattern: `^(?:[hH][tT][tT][pP][sS]://[^\\s?#@\\\\]+|${HOST})$`,
  patternErrorMessage: 'A host that this stack serves, or a full https URL without query and fragment.',
} as const;
