// Every resource type's inputs, and the members of a request that they become.
import type { TypeTable } from '../table.ts';
import { acm } from './acm.ts';
import { apigatewayv2 } from './apigatewayv2.ts';
import { backup } from './backup.ts';
import { cloudflare } from './cloudflare.ts';
import { distribution } from './cloudfront.ts';
import { cloudfrontParts } from './cloudfront-parts.ts';
import { cloudwatch } from './cloudwatch.ts';
import { codedeploy } from './codedeploy.ts';
import { dynamodb } from './dynamodb.ts';
import { events } from './events.ts';
import { iam } from './iam.ts';
import { lambda } from './lambda.ts';
import { logs } from './logs.ts';
import { route53 } from './route53.ts';
import { s3 } from './s3.ts';
import { sns } from './sns.ts';

export const TYPES: readonly TypeTable[] = [
  ...[acm, apigatewayv2, backup, cloudflare, [distribution], cloudfrontParts, cloudwatch, codedeploy],
  ...[dynamodb, events, iam, lambda, logs, route53, s3, sns],
].flat();
