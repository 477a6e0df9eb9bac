// The scalar settings: each parses a value, refuses it in words, and appears in the JSON Schema. Values come as a file
// has them (512, true) and as Pulumi passes them on ("512", "true").
import { closest, didYouMean } from '@petstore/custom-domains/names';
import * as z from 'zod';
import type { Problem } from './problem.ts';

export type Refusal = Omit<Problem, 'path'>;

export type Parsed<Value> =
  | { readonly value: Value; readonly refusal?: never }
  | { readonly value?: never; readonly refusal: Refusal };

/** Whole numbers of a range, which is open at the top without a second end; `because` says where its ends come from. */
export function wholeNumber(description: string, [min, max]: readonly [number, number?], because: string) {
  const range = max === undefined ? `${min} or more` : `${min} to ${max}`;
  const fix = `write a whole number, ${range}: ${because}`;
  const parse = (given: unknown) => {
    const value = toWhole(given);
    if (value !== undefined && value >= min && value <= (max ?? value)) return { value };
    return refused('bad-number', `${show(given)} is not ${range}`, fix);
  };
  const bounds = max === undefined ? { minimum: min } : { minimum: min, maximum: max };
  return scalar<number>(parse, { type: ['integer', 'string'], pattern: '^[0-9]+$', ...bounds, description });
}

export function choice<const Value extends string | number>(description: string, values: readonly Value[]) {
  const parse = (given: unknown) => {
    const value = values.find((one) => one === given || (typeof one === 'number' && String(one) === given));
    if (value !== undefined) return { value };
    return refused('bad-choice', `${show(given)} is not allowed`, chooseFrom(values.map(String), given));
  };
  const quoted = values.filter((one) => typeof one === 'number').map(String);
  return scalar<Value>(parse, { enum: [...values, ...quoted], description });
}

export function flag(description: string) {
  const words = { true: true, false: false, on: true, off: false };
  return switchOf<boolean>(description, words, ['on', 'off', true, false, 'true', 'false']);
}

/** The value of each word that a file may have; `forms`: how it may be written there. */
export function switchOf<Value>(
  description: string,
  words: Readonly<Record<string, Value>>,
  forms: readonly (string | boolean)[],
) {
  const parse = (given: unknown): Parsed<Value> => {
    const word = String(given).toLowerCase();
    if (typeof given !== 'object' && Object.hasOwn(words, word)) return { value: words[word] as Value };
    const fix = `write ${[...new Set(forms.map(String))].join(', ')}`;
    return refused('bad-switch', `${show(given)} is not allowed`, fix);
  };
  return scalar<Value>(parse, { enum: [...forms], description });
}

/** Text of a certain form: an ECMAScript pattern. `what` of the refusal follows the quoted value. */
export function formed(description: string, form: string, { code, what, fix }: Refusal) {
  const pattern = new RegExp(form, 'u');
  const parse = (given: unknown) => {
    if (typeof given === 'string' && pattern.test(given)) return { value: given };
    return refused(code, `${show(given)} ${what}`, fix);
  };
  return scalar<string>(parse, {
    type: 'string',
    pattern: form,
    patternErrorMessage: `This ${what}: ${fix}.`,
    description,
  });
}

export function show(value: unknown): string {
  return shortened(JSON.stringify(value) ?? String(value));
}

export function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

export function chooseFrom(words: readonly string[], given: unknown): string {
  const near = typeof given === 'string' ? closest(given, words) : undefined;
  return didYouMean(near, `write one of ${words.join(', ')}`);
}

function refused(code: string, what: string, fix: string): { readonly refusal: Refusal } {
  return { refusal: { code, what, fix } };
}

/** A transformation of zod's, for `parse`: its refusal becomes an issue, which schema-problems.ts reads. */
export function parsedBy<Given, Value>(parse: (given: Given) => Parsed<Value>) {
  return (given: Given, context: z.RefinementCtx): Value => {
    const { value, refusal } = parse(given);
    if (refusal === undefined) return value as Value;
    context.addIssue({ code: 'custom', message: refusal.what, params: { ...refusal } });
    return z.NEVER;
  };
}

export function scalar<Value>(parse: (given: unknown) => Parsed<Value>, meta: Record<string, unknown>) {
  return z.unknown().transform(parsedBy(parse)).meta(meta);
}

function toWhole(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}
