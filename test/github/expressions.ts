// Expressions of workflows and actions, by GitHub's own evaluator.
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';

const functions = [{ name: 'cancelled', minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(false) }];

/** As GitHub writes the value into a text. */
export function evaluated(expression: string, contexts: Readonly<Record<string, object>>): string {
  const parsed = new Parser(new Lexer(expression).lex().tokens, Object.keys(contexts), functions).parse();
  const values = JSON.parse(JSON.stringify(contexts), data.reviver) as data.Dictionary;
  const calls = new Map(functions.map((one) => [one.name, one]));
  return new Evaluator(parsed, values, calls).evaluate().coerceString();
}
