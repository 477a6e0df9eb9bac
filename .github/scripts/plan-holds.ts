// Checks that a stack still has the state that plan/ started from; fails where it was deployed in between.
//   node .github/scripts/plan-holds.ts STACK
import { stateDigest } from './commands.ts';
import { main, readArtifact } from './github.ts';

const [stack = ''] = process.argv.slice(2);

await main(async () => {
  if (readArtifact('plan/state.sha256') === stateDigest(stack)) return;
  throw new Error(
    `Stack ${stack} was deployed after this plan was created; nothing was changed. Run all jobs of this workflow again: they create a new plan, to be approved again.`,
  );
});
