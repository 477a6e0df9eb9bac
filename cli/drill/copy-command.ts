// `drill copy-items`: the step of a restore that the AWS CLI has no command for, on a table in AWS.
import { shown } from '@petstore/custom-domains/output';
import { awsDynamo } from '../aws-credentials.ts';
import { assertRegion } from '../options.ts';
import { terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { copyItems } from './copy-items.ts';

interface Tables {
  readonly from: string;
  readonly to: string;
  readonly region: string;
}

export interface CopyItemsOptions extends Partial<Tables> {
  readonly overwrite?: boolean;
  readonly write?: boolean;
}

/** Throws UsageError with every option that is missing: commander reports one at a time. */
function assertTables(options: CopyItemsOptions): asserts options is CopyItemsOptions & Tables {
  const missing = (['from', 'to', 'region'] as const).filter((name) => options[name] === undefined);
  if (missing.length === 0) {
    if (options.from !== options.to) return;
    throw new UsageError(
      `--from and --to are both ${options.from}.`,
      'name the restored table with --from, and the live one with --to',
    );
  }
  throw new UsageError(
    `copy-items needs ${missing.map((name) => `--${name}`).join(', ')}.`,
    'for example: npm run drill -- copy-items --from pets-restored --to pets --region eu-west-1',
  );
}

/** Without `write` it only counts. It can be repeated, after an interruption too. */
export async function copyItemsCommand(options: CopyItemsOptions): Promise<void> {
  assertTables(options);
  assertRegion(options.region);
  const { from, to, region, overwrite = false, write = false } = options;
  const dynamo = await awsDynamo(region);
  const { missing, different, same, written } = await copyItems(dynamo, { from, to, overwrite, write });
  const out = terminal(process.stdout);
  out.line(
    shown`of the items of ${from}, ${to} lacks ${missing}, has ${different} in another form and ${same} as they are`,
  );
  if (write) out.line(shown`${written} written`);
  else out.line(shown`nothing is written without --write; --overwrite sets those in another form back too`);
}
