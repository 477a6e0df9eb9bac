// Builds what every stack deploys into a file; the step's output `sha256` names its content.
//   node .github/scripts/build.ts FILE
import { writePrebuilt } from '../../infra/run/artifacts.ts';
import { shown } from '../../packages/custom-domains/src/output/index.ts';
import { buildFunction } from '../../service/build.ts';
import { append, log, main } from './github.ts';

const [file = ''] = process.argv.slice(2);

await main(async () => {
  const sha256 = writePrebuilt(file, await buildFunction());
  log.line(shown`${file} has the SHA-256 ${sha256}`);
  append('GITHUB_OUTPUT', `sha256=${sha256}\n`);
});
