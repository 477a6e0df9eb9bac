// The inputs of every resource type that is served, and the members of a request that they become.
import type { TypeTable } from '../table.ts';
import { acm } from './acm.ts';
import { apigatewayv2 } from './apigatewayv2.ts';
import { cloudflare } from './cloudflare.ts';
import { distribution } from './cloudfront.ts';
import { cloudfrontParts } from './cloudfront-parts.ts';
import { dynamodb } from './dynamodb.ts';
import { lambda } from './lambda.ts';
import { route53 } from './route53.ts';
import { s3 } from './s3.ts';

export const TYPES: readonly TypeTable[] = [
  ...[acm, apigatewayv2, cloudflare, [distribution], cloudfrontParts, dynamodb, lambda, route53, s3],
].flat();
