// Names and fields as a zone file writes them (RFC 1035 5.1): words and quoted strings, with escapes and comments.

/** Valid RDATA: its canonical text (names in lower case, no final dot), and dns-packet's form of it. */
export interface Rdata {
  readonly value: string;
  readonly data: unknown;
}

/** The problem with a domain name, with or without final dot: RFC 1035's lengths; letters, digits, - and _, a leading `*`. */
export function nameProblem(name: string): string | undefined {
  if (name === '.') return undefined;
  const bare = name.endsWith('.') ? name.slice(0, -1) : name;
  if (bare.length > 253) return `${bare.slice(0, 40)}… has ${bare.length} characters, more than 253`;
  const labels = bare.replace(/^\*(\.|$)/, '').split('.');
  const wrong = labels.find((label) => !/^[a-z0-9_-]{1,63}$/i.test(label));
  if (wrong === undefined || bare === '*') return undefined;
  return `${name} is not a valid domain name: "${wrong}" is not a valid label (1 to 63 letters, digits, - or _)`;
}

/** `text` is without escapes, with one octet per character, so that `\200` is one octet too. */
export interface Field {
  readonly text: string;
  /** With its escapes: of a name, `a\.b` is one label, and no valid one. */
  readonly raw: string;
  readonly quoted: boolean;
  /** No space stands between it and the field before it. */
  readonly follows?: boolean;
}

/** The fields up to the end or a `;` outside quotes; for a malformed line, a string with the problem. */
export function splitFields(line: string): readonly Field[] | string {
  const octets = Buffer.from(line, 'utf8').toString('latin1');
  const fields: Field[] = [];
  const pattern = /\s*(?:(;.*)|"((?:[^"\\]|\\.)*)"(?=[\s;]|$)|((?:[^\s";()\\]|\\.)+))/sy;
  while (octets.slice(pattern.lastIndex).trim() !== '') {
    const start = pattern.lastIndex;
    const match = pattern.exec(octets);
    if (match === null)
      return `cannot read ${octets.slice(start).trim()}: a quote is not closed or stands inside a word, or a parenthesis has no quotes`;
    const [all, comment, quoted, word] = match;
    if (comment !== undefined) break;
    const raw = quoted ?? word ?? '';
    fields.push({ text: undoEscapes(raw), raw, quoted: quoted !== undefined, follows: !/^\s/.test(all) });
  }
  return fields;
}

/** A string as a zone file writes it: quoted, with each octet that is not printable ASCII as `\DDD`. */
export function quote(octets: string): string {
  const body = octets.replace(/["\\]/g, '\\$&').replace(/[^\x20-\x7e]/g, (octet) => {
    return `\\${octet.charCodeAt(0).toString().padStart(3, '0')}`;
  });
  return `"${body}"`;
}

function undoEscapes(text: string): string {
  return text.replace(/\\(\d{3}|.)/gs, (_, escaped: string) =>
    escaped.length === 3 ? String.fromCharCode(Number(escaped) & 0xff) : escaped,
  );
}
