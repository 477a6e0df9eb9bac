// What the tables of constraints have in common.

export interface InputRules {
  /** Values that the service and the local cloud take; undefined: the input is left out. */
  readonly takes?: readonly unknown[];
  /** Values that the service or the provider refuses. */
  readonly refuses?: readonly unknown[];
  /** Values that the service takes and the local cloud does not emulate. */
  readonly lacks?: readonly unknown[];
}

type Inputs = Readonly<Record<string, unknown>>;

/** What is declared first and next, beside the valid inputs, where the service fills or converts some; and what a preview then shows. */
export type Form = [what: string, first: Inputs, next: Inputs, shows: 'same' | 'update'];

export interface TypeRules {
  readonly type: string;
  /** Which kind of the type's inputs, where it has several tables. */
  readonly what?: string;
  readonly valid: Inputs;
  /** By dotted paths. */
  readonly inputs: readonly (readonly [path: string, rules: InputRules])[];
  /** The source of each is beside its rule, in the service's folder. */
  readonly forms?: readonly Form[];
}

/** A text of that many characters. */
export const text = (length: number) => 'a'.repeat(length);

/** A list of that many items. */
export const list = <Item>(length: number, item: (index: number) => Item) =>
  Array.from({ length }, (_, index) => item(index));

/** A host name of that many characters. */
export function hostOf(length: number): string {
  const labels = `${'a'.repeat(40)}.`.repeat(10).slice(0, length - '.test'.length);
  return `${labels.replace(/\.$/, 'b')}.test`;
}

export const oneOf = (...values: readonly string[]): InputRules => ({
  takes: values,
  refuses: ['no such value', ''],
});

/** Every other value is not emulated. */
export const onlyOf = (...values: readonly string[]): InputRules => ({ takes: values, lacks: ['other', ''] });

export const REQUIRED: InputRules = { refuses: [undefined] };

const tagsOf = (length: number) => Object.fromEntries(list(length, (index) => [`tag${index}`, 'orders']));

/** https://docs.aws.amazon.com/tag-editor/latest/userguide/best-practices-and-strats.html (tag naming limits) */
export const tags: TypeRules['inputs'] = [
  [
    'tags',
    {
      takes: [undefined, {}, tagsOf(50), { [text(128)]: text(256) }, { 'a-b:c/d=e+f@g._é 1': '' }],
      refuses: [tagsOf(51), { '': 'x' }, { [text(129)]: 'x' }, { x: text(257) }, { 'a#': 'x' }, { x: 'a#' }],
    },
  ],
];
