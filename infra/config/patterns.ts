// What a pattern can say of a name, for editors. Wider than host.ts, which has the last word, never narrower.

/** UTS 46 maps the ideographic full stops to a dot. */
const DOT = '.\\u3002\\uff0e\\uff61';
/** A letter or digit of ASCII, or anything beyond ASCII but those; the same with and without the "u" flag. */
const ALNUM = '[^\\u0000-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u007f\\u3002\\uff0e\\uff61]';
const LABEL = `(?:${ALNUM}(?:(?:${ALNUM}|-){0,61}${ALNUM})?)`;

/** At least two labels; no address: the last one is no number. */
const HOST = [
  `(?![^${DOT}]+[${DOT}]?$)`,
  `(?!.*[.](?:[0-9]+|0[xX][0-9A-Fa-f]*)[.]?$)`,
  `(?=.{1,254}$)`,
  `(?:${LABEL}[${DOT}])*${LABEL}[${DOT}]?`,
].join('');

export const HOST_PATTERN = `^${HOST}$`;

/** A host, or an https URL without user, query and fragment. */
export const TARGET_PATTERN = `^(?:[hH][tT][tT][pP][sS]://[^\\s?#@\\\\]+|${HOST})$`;

export const ZONE_ID_PATTERNS = {
  cloudflare: '^[0-9A-Fa-f]{32}$',
  route53: '^Z[0-9A-Z]{1,31}$',
} as const;
