// Patterns of names, for editors. They accept every name that host.ts accepts, and some that it refuses.

/** UTS 46 maps the ideographic full stops to a dot. */
const DOT = '[.。．｡]';
/** A letter or digit of ASCII, or any character beyond ASCII but those dots; the same with and without the "u" flag. */
const ALNUM = '[^\\x00-/:-@\\[-`{-\\x7f。．｡]';
const LABEL = `${ALNUM}(?:(?:${ALNUM}|-){0,61}${ALNUM})?`;

const HOST = [
  // Not an address: the last label is not a number.
  '(?!.*[.](?:[0-9]+|0[xX][0-9A-Fa-f]*)[.]?$)',
  '(?=.{1,254}$)',
  `${LABEL}(?:${DOT}${LABEL})+${DOT}?`,
].join('');

/** A pattern, and the message that editors show in place of it. */
export const HOST_FORM = {
  pattern: `^${HOST}$`,
  patternErrorMessage: 'Not a host name: at least two labels of letters, digits and inner hyphens.',
} as const;

/** A host, or an https URL without user, query and fragment. */
export const TARGET_FORM = {
  pattern: `^(?:[hH][tT][tT][pP][sS]://[^\\s?#@\\\\]+|${HOST})$`,
  patternErrorMessage: 'A host that this stack serves, or a full https URL without query and fragment.',
} as const;
