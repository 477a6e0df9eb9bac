// Strict input schemas, held to the provider's own argument names by the compiler.
import { z } from 'zod';

type Required<Args> = { [K in keyof Args]-?: object extends Pick<Args, K> ? never : K }[keyof Args];

/**
 * `argsOf<TableArgs>()({ name: z.string(), … })`: a strict object whose properties exist in `Args`, and that leaves
 * out none which `Args` requires. A property that the provider has and the local cloud lacks is refused by name.
 */
export function argsOf<Args>() {
  return <Shape extends { [K in Required<Args>]: z.ZodType }>(
    shape: Shape & { [K in Exclude<keyof Shape, keyof Args>]: never },
  ) => z.strictObject(shape as Shape);
}

export const tags = z.record(z.string(), z.string()).optional();

/** The per-resource region of `@pulumi/aws` 7; OperationContext has its value, or the stack's. */
export const region = z.string().optional();
