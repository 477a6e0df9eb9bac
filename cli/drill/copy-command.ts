// `drill copy-items`: the step of a restore that the AWS CLI has no command for, on a table in AWS.
import { shown } from '@petstore/custom-domains/output';
import { awsDynamo } from '../aws-dynamo.ts';
import { terminal } from '../terminal.ts';
import { copyItems } from './copy-items.ts';

export interface CopyItemsOptions {
  readonly from: string;
  readonly to: string;
  readonly region: string;
  readonly overwrite?: boolean;
  readonly write?: boolean;
}

/** Without `write` it only counts. It can be repeated, after an interruption too. */
export async function copyItemsCommand(options: CopyItemsOptions): Promise<void> {
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
