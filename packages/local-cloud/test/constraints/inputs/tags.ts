// Tags, whose rules are the same for all AWS services: their common documentation completes the models.
import { type Entry, emptyIsUnset, type Rule } from '../table.ts';

const PAGE =
  'https://docs.aws.amazon.com/tag-editor/latest/userguide/best-practices-and-strats.html (tag naming limits)';
const CHARACTERS = String.raw`[\p{L}\p{Z}\p{N}_.:/=+\-@]*`;

interface Members {
  readonly all?: string;
  readonly key?: string;
  readonly value?: string;
  /** For a service that allows fewer than 50. */
  readonly most?: Rule;
}

/** The entries of `tags`, from the members of the request that they become. */
export function tags({ all, key, value, most }: Members): Readonly<Record<string, Entry>> {
  const member = (name: string | undefined) => ({ members: name === undefined ? [] : [name] });
  return {
    tags: {
      ...member(all),
      rules: [most ?? { max: 50, source: PAGE }],
      stretch: (length) =>
        Object.fromEntries(Array.from({ length }, (_, index) => [`tag${index}`, 'orders'])),
      ...emptyIsUnset('internal/tags/key_value_tags.go'),
    },
    'tags{key}': { ...member(key), rules: [{ min: 1, max: 128, pattern: CHARACTERS, source: PAGE }] },
    'tags{value}': { ...member(value), rules: [{ max: 256, pattern: CHARACTERS, source: PAGE }] },
  };
}
