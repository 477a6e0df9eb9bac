// Filter patterns of CloudWatch Logs: one JSON property that equals a text. The other patterns are not emulated.
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntax.html

/** `{ $.status = "429" }`: case-sensitive, and a text in quotes never matches a JSON number. */
const PROPERTY_EQUALS_TEXT = /^\{\s*(?<selector>\$(\.\w+)+)\s*=\s*"(?<text>[^"\\*]*)"\s*\}$/;

export interface FilterPattern {
  /** `$.status`. */
  readonly selector: string;
  readonly text: string;
}

/** Undefined for a pattern that is not emulated. */
export function parseFilterPattern(pattern: string): FilterPattern | undefined {
  const { selector, text } = PROPERTY_EQUALS_TEXT.exec(pattern.trim())?.groups ?? {};
  return selector === undefined || text === undefined ? undefined : { selector, text };
}

export function matchesPattern({ selector, text }: FilterPattern, event: unknown): boolean {
  return selected(event, selector) === text;
}

/** The value of a property in a log event; undefined where the event does not have it. */
export function selected(event: unknown, selector: string): unknown {
  let value = event;
  for (const name of selector.split('.').slice(1)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** A log event as JSON; undefined for any other text, which no JSON pattern matches. */
export function parseEvent(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
