// Checks that a stack still has the state that plan/ started from, and that no newer run of `deploy` waits for its approval; fails
// where it was deployed in between, or would be deployed without what that run has.
//   node .github/scripts/plan-holds.ts STACK
import { stateDigest } from './commands.ts';
import { main, readArtifact, send, variable } from './github.ts';

const [stack = ''] = process.argv.slice(2);

await main(async () => {
  const waiting = (await send('GET', '/actions/workflows/deploy.yml/runs?branch=main&status=waiting')) as {
    readonly workflow_runs: readonly { readonly run_number: number }[];
  };
  const newest = Math.max(...waiting.workflow_runs.map((run) => run.run_number));
  if (newest > Number(variable('GITHUB_RUN_NUMBER')))
    throw new Error(
      `Run ${newest} waits for an approval too, with all of this one and more: approve that one, and reject this one. Nothing was changed.`,
    );
  if (readArtifact('plan/state.sha256') === stateDigest(stack)) return;
  throw new Error(
    `Stack ${stack} was deployed after this plan was created; nothing was changed. Run all jobs of this workflow again: they create a new plan, to be approved again.`,
  );
});
