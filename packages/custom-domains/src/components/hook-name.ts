// Names of hooks. The engine takes each once in a run (pulumi, pkg/resource/deploy/resource_hooks.go).
import * as pulumi from '@pulumi/pulumi';

/** How many hooks have each name, by program. A process can run several, one after the other. */
const programs = new WeakMap<object, Map<string, number>>();
const NO_STACK = {};

/** `name` for the first of the program, `name-2` for the second: the same in every run. */
export function hookName(name: string): string {
  const program = pulumi.runtime.getStackResource() ?? NO_STACK;
  const used = programs.get(program) ?? new Map<string, number>();
  programs.set(program, used);
  const number = (used.get(name) ?? 0) + 1;
  used.set(name, number);
  return number === 1 ? name : `${name}-${number}`;
}
