// Text as somebody hostile would write it into a certificate, a DNS record, a pull request or the name of a key.
import fc from 'fast-check';

/** What a terminal obeys, and what has no width of its own. */
const SEQUENCES = '\u001b[2J \u001b]0;title\u0007 \u001b]8;;https://evil.test\u0007x \u009b31m \u001bP'.split(
  ' ',
);
const CHARACTERS = [
  ...'\b\r\n\t\0\u007f\u0085\u009d\u2028\u2029\u202e\u2066\u2069\u061c',
  ...'\u200b\ufeff\u00ad\u{e0041}\ud800\u00a0\u3000 _|$\\()"\'!`é漢',
];
/** What the runner of a step, the engine, or a renderer of Markdown reads as more than text. */
const COMMANDS = '::error:: ::stop-commands::x ::add-mask:: ##[error] ##[ <{%reset%}> <{% : ::';
const LINKS = 'www. _www.evil.test http://evil.test HTTPS://e ftp://e.test mailto:a@b.test xmpp:a@b.test';
const MENTIONS = 'a.b-c@evil.test @everyone @org/team #1 GH-123 gh-1 o/r#1 o/r@0123456 deadbeefcafe';
const MARKUP =
  ':smile: :+1: <b> <!-- --> </details> &lt; &#64; [x](y) ![x](y) [^1] `` ``` ~~~ ~~ ** |-| :- --- === $$x$$ ❤️';
const BLOCKS = '\r\n|    |<img src=x>|[^1]: x|[x]: y|- |1. |1) |+ |> |# |\\\n|[ ] '.split('|');
const WORDS = [COMMANDS, LINKS, MENTIONS, MARKUP].flatMap((words) => words.split(' '));
const FRAGMENTS = [...SEQUENCES, ...CHARACTERS, ...WORDS, ...BLOCKS];

/** Any, surrogates too; fc.string with `unit: 'binary'` numbers all of them first, which takes longer than the tests. */
export const codePoints = (maxLength: number) =>
  fc.array(fc.nat(0x10ffff), { maxLength }).map((points) => String.fromCodePoint(...points));

/** Mostly what means something to some reader; bounded, so that a run stays short. */
export const foreignText = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...FRAGMENTS) },
      { weight: 1, arbitrary: codePoints(3) },
      { weight: 1, arbitrary: fc.string({ maxLength: 5 }) },
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

/** What must look as it is. */
export const USUAL = [
  'api.petstore.example',
  '*.shop.petstore.example',
  '_3639ac514e785e898d2646601fa951d5.api.petstore.example',
  '0 issue "letsencrypt.org"',
  "Let's Encrypt R11",
  '2001:db8::1',
  'bücher.example',
  'first key (ci), 50% off!',
];
