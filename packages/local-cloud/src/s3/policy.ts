// Bucket policy documents: parsed and validated when they are set, evaluated for each read.
import { z } from 'zod';
import { matches, matchesAction, matchesArn, matchesResource } from '../iam/match.ts';
import { refuseVariables } from '../iam/variables.ts';
import { ServiceError } from '../service-error.ts';

const oneOrMore = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());

const statement = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(['Allow', 'Deny']),
  Principal: z.union([z.literal('*'), z.record(z.string(), oneOrMore)]),
  Action: oneOrMore,
  Resource: oneOrMore,
  Condition: z.record(z.string(), z.record(z.string(), oneOrMore)).optional(),
});
type Statement = z.infer<typeof statement>;

const document = z.strictObject({
  Version: z.string().optional(),
  Id: z.string().optional(),
  Statement: z.preprocess((value) => [value].flat(), z.array(statement)),
});

export type BucketPolicy = readonly Statement[];

/** A read by an AWS service on behalf of a resource. */
export interface BucketRequest {
  /** `cloudfront.amazonaws.com`. */
  readonly service: string;
  readonly action: 's3:GetObject' | 's3:ListBucket';
  /** ARN of the object, or of the bucket for a listing. */
  readonly resource: string;
  /** Condition keys, lower case: `aws:sourcearn`. */
  readonly keys: Readonly<Record<string, string>>;
}

const OPERATORS: Readonly<Record<string, (pattern: string, value: string) => boolean>> = {
  StringEquals: (pattern, value) => pattern === value,
  StringLike: (pattern, value) => matches(pattern, value),
  ArnEquals: matchesArn,
  ArnLike: matchesArn,
};

/** Throws MalformedPolicy with S3's wording; a condition operator that is not evaluated here is refused. */
export function parseBucketPolicy(json: string, bucketArn: string): BucketPolicy {
  const statements = parse(json);
  for (const { Resource, Condition = {} } of statements) {
    if (!Resource.every((arn) => arn === bucketArn || arn.startsWith(`${bucketArn}/`)))
      throw new ServiceError('MalformedPolicy', 'Policy has invalid resource');
    const unknown = Object.keys(Condition).find((operator) => !Object.hasOwn(OPERATORS, operator));
    if (unknown !== undefined)
      throw new Error(`the local cloud does not evaluate the condition operator ${unknown}`);
    refuseVariables([...Resource, ...Object.values(Condition).flatMap((keys) => Object.values(keys).flat())]);
  }
  return statements;
}

/** Whether the policy allows something to everybody, which BlockPublicPolicy refuses. */
export function isPublic(policy: BucketPolicy): boolean {
  return policy.some(
    ({ Effect, Principal, Condition }) =>
      Effect === 'Allow' &&
      Condition === undefined &&
      (Principal === '*' || Principal.AWS?.includes('*') === true),
  );
}

/** An explicit deny wins; without an allow nothing is allowed. */
export function allows(policy: BucketPolicy, request: BucketRequest): boolean {
  const applying = policy.filter((one) => applies(one, request));
  return applying.length > 0 && applying.every(({ Effect }) => Effect === 'Allow');
}

function applies(
  { Principal, Action, Resource, Condition = {} }: Statement,
  request: BucketRequest,
): boolean {
  return (
    (Principal === '*' || Principal.Service?.includes(request.service) === true) &&
    Action.some((pattern) => matchesAction(pattern, request.action)) &&
    Resource.some((pattern) => matchesResource(pattern, request.resource)) &&
    Object.entries(Condition).every(([operator, keys]) => conditionHolds(operator, keys, request))
  );
}

/** Every key must match one of its values; a key that the request does not have does not match. */
function conditionHolds(
  operator: string,
  keys: Readonly<Record<string, readonly string[]>>,
  request: BucketRequest,
): boolean {
  const test = OPERATORS[operator];
  return Object.entries(keys).every(([key, patterns]) => {
    const value = request.keys[key.toLowerCase()];
    return value !== undefined && patterns.some((pattern) => test?.(pattern, value) === true);
  });
}

function parse(json: string): BucketPolicy {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new ServiceError('MalformedPolicy', "Policies must be valid JSON and the first byte must be '{'");
  }
  const parsed = document.safeParse(value);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.findLast((part) => typeof part === 'string') ?? 'syntax';
    throw new ServiceError('MalformedPolicy', `Policy has invalid ${field.toLowerCase()}`);
  }
  return parsed.data.Statement;
}
