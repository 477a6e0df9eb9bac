// What a JSON Schema takes from those who send values of an earlier one, or who read them.

export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const asObject = (value: unknown): Json => (isObject(value) ? value : {});
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const BOUNDS = [
  ['minimum', (old: number, now: number) => now > old],
  ['minLength', (old: number, now: number) => now > old],
  ['maximum', (old: number, now: number) => now < old],
  ['maxLength', (old: number, now: number) => now < old],
] as const;

/** Of values that are sent. */
function boundBreaks(at: string, old: Json, now: Json): readonly string[] {
  return BOUNDS.filter(
    ([bound, isTighter]) =>
      now[bound] !== undefined &&
      (old[bound] === undefined || isTighter(Number(old[bound]), Number(now[bound]))),
  ).map(([bound]) => `${at}: ${bound} is ${now[bound]}, was ${old[bound] ?? 'without limit'}`);
}

function valueBreaks(at: string, old: Json, now: Json, sent: boolean): readonly string[] {
  const [before, after] = [asList(old.enum), asList(now.enum)];
  // Codes of errors may become more: the contract tells clients so by the form of Error.
  if (after.length === 0 || at.endsWith('.code')) return [];
  if (before.length === 0) return sent ? [`${at}: only ${after.join(', ')} is taken`] : [];
  const [from, to] = sent ? [before, after] : [after, before];
  const lost = from.filter((one) => !to.includes(one));
  return lost.length === 0 ? [] : [`${at}: ${lost.join(', ')} ${sent ? 'is not taken any more' : 'is new'}`];
}

function requiredBreaks(at: string, old: Json, now: Json, sent: boolean): readonly string[] {
  const [before, after] = [asList(old.required), asList(now.required)];
  const [from, to] = sent ? [after, before] : [before, after];
  const changed = from.filter((one) => !to.includes(one));
  return changed.length === 0
    ? []
    : [`${at}: ${changed.join(', ')} is ${sent ? 'required' : 'optional'} now`];
}

function keywordBreaks(at: string, old: Json, now: Json, sent: boolean): readonly string[] {
  const breaks = ['format', 'const']
    .filter((keyword) => old[keyword] !== now[keyword])
    .map((keyword) => `${at}: ${keyword} is ${now[keyword]}, was ${old[keyword]}`);
  // Whether another pattern takes all that the earlier one took is for a person to say.
  if (sent && now.pattern !== undefined && now.pattern !== old.pattern)
    breaks.push(`${at}: pattern is ${now.pattern}`);
  if (sent && now.additionalProperties === false && old.additionalProperties !== false) {
    breaks.push(`${at}: other members are not taken any more`);
  }
  return breaks;
}

/** Alternatives are compared in turn. */
function alternativeBreaks(at: string, old: Json, now: Json, sent: boolean): readonly string[] {
  const [before, after] = [asList(old.oneOf), asList(now.oneOf)];
  const isOther = sent ? after.length < before.length : after.length > before.length;
  if (isOther) return [`${at}: one of ${after.length} forms, were ${before.length}`];
  return before.flatMap((one, index) => schemaBreaks(at, asObject(one), asObject(after[index] ?? one), sent));
}

/** `sent`: by clients, who must not be asked for more. Otherwise by the service, which must not give less. */
export function schemaBreaks(at: string, old: Json, now: Json, sent: boolean): readonly string[] {
  const members = Object.entries(asObject(old.properties)).flatMap(([name, property]) => {
    const next = asObject(now.properties)[name];
    if (next === undefined) return [`${at}.${name} is not there any more`];
    return schemaBreaks(`${at}.${name}`, asObject(property), asObject(next), sent);
  });
  return [
    ...(String(old.type) === String(now.type) ? [] : [`${at} is ${now.type}, was ${old.type}`]),
    ...valueBreaks(at, old, now, sent),
    ...(sent ? boundBreaks(at, old, now) : []),
    ...keywordBreaks(at, old, now, sent),
    ...requiredBreaks(at, old, now, sent),
    ...alternativeBreaks(at, old, now, sent),
    ...members,
    ...(old.items === undefined
      ? []
      : schemaBreaks(`${at}[]`, asObject(old.items), asObject(now.items), sent)),
  ];
}
