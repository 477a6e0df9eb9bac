// DynamoDB in AWS, as the commands about a deployed stack reach it.
import { createDynamo, type Dynamo } from '../service/dynamo/client.ts';
import { awsCredentials } from './aws-credentials.ts';

/** Throws CommandError where there are no credentials. */
export async function awsDynamo(region: string): Promise<Dynamo> {
  // AWS's own tools read the same variable, for example for the endpoint of a VPC.
  const endpoint = process.env.AWS_ENDPOINT_URL_DYNAMODB || undefined;
  return createDynamo({ region, endpoint, credentials: await awsCredentials(region) });
}
