// The kinds of stack, which differ in their defaults alone (keys.ts).
export type StackKind = 'production' | 'staging' | 'local';

/** The stacks `production` and `local` have defaults of their own; every other stack has those of staging. */
export function stackKind(stack: string): StackKind {
  return stack === 'production' || stack === 'local' ? stack : 'staging';
}
