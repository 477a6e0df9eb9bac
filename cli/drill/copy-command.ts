// `drill copy-items`: the step of a restore that the AWS CLI has no command for, on a table in AWS.
import { shown } from '@petstore/custom-domains/output';
import { awsDynamo } from '../aws-credentials.ts';
import { assertRegion } from '../options.ts';
import { terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { copyItems } from './copy-items.ts';

export interface CopyItemsOptions {
  readonly from?: string;
  readonly to?: string;
  readonly region?: string;
  readonly overwrite?: boolean;
  readonly write?: boolean;
}

/**
 * Without `write` it only counts. It can be repeated, after an interruption too. Throws UsageError with every option that is
 * missing: commander reports one at a time.
 */
export async function copyItemsCommand(options: CopyItemsOptions): Promise<void> {
  const { from, to, region, overwrite = false, write = false } = options;
  if (from === undefined || to === undefined || region === undefined) {
    const missing = Object.entries({ from, to, region }).filter(([, value]) => value === undefined);
    throw new UsageError(
      `copy-items needs ${missing.map(([name]) => `--${name}`).join(', ')}.`,
      'for example: npm run drill -- copy-items --from pets-restored --to pets --region eu-west-1',
    );
  }
  if (from === to)
    throw new UsageError(
      `--from and --to are both ${from}.`,
      'name the restored table with --from, and the live one with --to',
    );
  assertRegion(region);
  const dynamo = await awsDynamo(region);
  const { missing, different, same, written } = await copyItems(dynamo, { from, to, overwrite, write });
  const out = terminal(process.stdout);
  out.line(
    shown`of the items of ${from}, ${to} lacks ${missing}, has ${different} in another form and ${same} as they are`,
  );
  if (write) out.line(shown`${written} written`);
  else out.line(shown`nothing is written without --write; --overwrite sets those in another form back too`);
}
