// Whether a stack is still what plan/ was made from. Where it was deployed in between, nothing is deployed.
//   node --conditions=@petstore/source .github/scripts/plan-holds.ts STACK
import { readFileSync } from 'node:fs';
import { main } from './github.ts';
import { stateDigest } from './state.ts';

const [stack = ''] = process.argv.slice(2);

await main(async () => {
  if (readFileSync('plan/state.sha256', 'utf8') === stateDigest(stack)) return;
  const what = `Stack ${stack} was deployed after this plan was made; nothing was changed.`;
  throw new Error(
    `${what} Run all jobs of this workflow again: they plan anew, and the new plan is approved.`,
  );
});
