// Strict input schemas: the compiler compares their properties with the provider's own argument types. A value that a service
// accepts and the local cloud does not emulate is refused in the local cloud's name, not in the service's.
import type { Unwrap } from '@pulumi/pulumi';
import { z } from 'zod';

type RequiredKeys<Args> = {
  [K in keyof Args]-?: object extends Pick<Args, K> ? never : K;
}[keyof Args];

/** `argsOf<TableArgs>()({ name: z.string(), … })`: its properties exist in `Args`, and none is left out that `Args` requires. */
export function argsOf<Args>() {
  return <Shape extends { [K in RequiredKeys<Args>]: z.ZodType }>(
    shape: Shape & { [K in Exclude<keyof Shape, keyof Args>]: never },
  ) => z.strictObject(shape as Shape);
}

/** A part whose names and values the compiler alone checks, in the program: no program here has others than are emulated. */
export const part = <Args>() =>
  z.custom<NonNullable<Unwrap<Args>>>((value) => typeof value === 'object' && value !== null, {
    error: 'is required',
  });

/** For tag names and values: https://docs.aws.amazon.com/tag-editor/latest/userguide/best-practices-and-strats.html */
const TAG_CHARACTERS = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;

/** With the bounds of most services; S3 allows fewer on an object, API Gateway no empty value. */
export const tags = z
  .record(z.string().min(1).max(128).regex(TAG_CHARACTERS), z.string().max(256).regex(TAG_CHARACTERS))
  .refine((entries) => Object.keys(entries).length <= 50, 'are more than 50')
  .optional();

/** The provider's check of an ARN: terraform-provider-aws internal/verify/validate.go, ValidARN. */
export const arn = z
  .string()
  .regex(
    /^arn:aws(-[a-z]+)*:[^:]*:([a-z]{2}(-[a-z]+)+-\d)?:(aws|aws-managed|third-party|\d{12}|cw.{10})?:.+$/,
    'is an invalid ARN',
  );

/** The per-resource region of `@pulumi/aws` 7; OperationContext has it, or else the stack's region. */
export const region = z.string().optional();

export const notEmulated = (what: string, because: string) =>
  `the local cloud does not emulate ${what}: ${because}`;

/** One of `values`. The service has others too. */
export function emulates<const Value extends string>(values: readonly Value[], because: string) {
  return z.enum(values, {
    error: ({ input }) => (input === undefined ? undefined : notEmulated(`'${input}'`, because)),
  });
}

/** Options of a schema whose value is optional for the service and required by the local cloud. */
export function needed(without: string, because: string) {
  return {
    error: ({ input }: z.core.$ZodRawIssue) =>
      input === undefined ? notEmulated(without, because) : undefined,
  };
}
