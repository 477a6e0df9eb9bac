// Strict input schemas: the compiler compares their properties with the provider's own argument types.
import { z } from 'zod';

export type RequiredKeys<Args> = {
  [K in keyof Args]-?: object extends Pick<Args, K> ? never : K;
}[keyof Args];

/**
 * `argsOf<TableArgs>()({ name: z.string(), … })`: a strict object whose properties exist in `Args`, and that leaves
 * out none which `Args` requires. A property that the provider has and the local cloud lacks is refused by its name.
 */
export function argsOf<Args>() {
  return <Shape extends { [K in RequiredKeys<Args>]: z.ZodType }>(
    shape: Shape & { [K in Exclude<keyof Shape, keyof Args>]: never },
  ) => z.strictObject(shape as Shape);
}

/** For tag names and values: https://docs.aws.amazon.com/tag-editor/latest/userguide/best-practices-and-strats.html */
const TAG_CHARACTERS = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;

/** With the bounds of most services; S3 allows fewer on an object, API Gateway no empty value. */
export const tags = z
  .record(z.string().min(1).max(128).regex(TAG_CHARACTERS), z.string().max(256).regex(TAG_CHARACTERS))
  .refine((entries) => Object.keys(entries).length <= 50, 'are more than 50')
  .optional();

/** The provider's check of an ARN: terraform-provider-aws internal/verify/validate.go, ValidARN. */
const ARN = String.raw`arn:aws(-[a-z]+)*:[^:]*:([a-z]{2}(-[a-z]+)+-\d)?:(aws|aws-managed|third-party|\d{12}|cw.{10})?:.+`;

export const arn = z.string().regex(new RegExp(`^${ARN}$`), 'is an invalid ARN');

/** An ARN that may be empty: the provider's check accepts the empty string and treats it as absent. */
export const optionalArn = z
  .string()
  .regex(new RegExp(`^(${ARN})?$`), 'is an invalid ARN')
  .optional();

/** The per-resource region of `@pulumi/aws` 7; OperationContext has it, or else the stack's region. */
export const region = z.string().optional();
