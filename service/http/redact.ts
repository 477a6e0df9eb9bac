// Keeps API keys out of the log and out of messages, wherever a client put them: a path, a query, a header, a body.

/** A key or the beginning of one, mistyped or cut; in a path the underscores may be escaped, more than once. */
const KEY_FORM = /pets(?:_|%(?:25)*5f)(live|test)(?:_|%(?:25)*5f)[0-9a-z]+/gi;

/** `pets_test_4fK…` becomes `pets_test_[redacted]`. */
export function redact(text: string): string {
  return text.replace(KEY_FORM, 'pets_$1_[redacted]');
}
