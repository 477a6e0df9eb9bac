// `drill copy-items`: the step of a restore that the AWS CLI has no command for, on a table in AWS.
import { shown } from '@petstore/custom-domains/output';
import { createDynamo } from '../../service/dynamo/client.ts';
import { awsCredentials } from '../keys/credentials.ts';
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
  // AWS's own tools read the same variable, for example for the endpoint of a VPC.
  const endpoint = process.env.AWS_ENDPOINT_URL_DYNAMODB || undefined;
  const dynamo = createDynamo({ region, endpoint, credentials: await awsCredentials(region) });
  const { missing, different, same, written } = await copyItems(dynamo, { from, to, overwrite, write });
  const out = terminal(process.stdout);
  out.line(
    shown`of the items of ${from}, ${to} lacks ${missing}, has ${different} in another form and ${same} as they are`,
  );
  if (write) out.line(shown`${written} written`);
  else out.line(shown`nothing is written without --write; --overwrite sets those in another form back too`);
}
