// The names under which the stack, its hooks and the command know a release.
import { nameInStack } from '../plan/stack-name.ts';

/** The alias that the gateway invokes. */
export const LIVE = 'live';

/** CodeDeploy's application, and its deployment group for the alias. */
export interface ReleaseGroup {
  readonly application: string;
  readonly group: string;
}

export function releaseGroup(project: string, stack: string): ReleaseGroup {
  return { application: nameInStack(project, stack, 'api-release'), group: LIVE };
}

/** Another share or time is another configuration: CodeDeploy's never change. */
export function canaryName(
  project: string,
  stack: string,
  { canaryPercent, minutes }: { readonly canaryPercent: number; readonly minutes: number },
): string {
  return nameInStack(project, stack, `api-release-${canaryPercent}-percent-${minutes}-minutes`);
}
