// Lambda: functions with their versions and aliases by ARN, which survive a restart, and the permissions to invoke them.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CloudContext } from '../context.ts';
import { aliasHandler, createAliasOperations, getAlias } from './alias.ts';
import { functionHandler, getFunction } from './function.ts';
import { createInvoke } from './invoke.ts';
import { createPermits, permissionHandler } from './permission.ts';
import { createRunningVersions, type LambdaDeps } from './running-versions.ts';
import { createFunctionService } from './service.ts';

export function createLambda(context: CloudContext, deps: LambdaDeps) {
  const folder = join(context.folder, 'functions');
  const running = createRunningVersions(context, deps, folder);
  const service = createFunctionService(context, deps.identity, folder, running);
  const aliases = createAliasOperations(service);
  return {
    handlers: [
      functionHandler(context, service),
      aliasHandler(context, service),
      permissionHandler(context, service),
    ],
    invokes: [getFunction(context, service), getAlias(context, aliases)],
    aliases,
    invoke: createInvoke(service, deps.counts),
    permits: createPermits(service.permissions),
    /** Starts one environment for each version that gets invocations. */
    async start() {
      const { records, versions, aliases } = service;
      removeStrays(folder, new Set([...records.values(), ...versions.values()].map(({ root }) => root)));
      for (const record of records.values()) await service.put(record);
      for (const alias of aliases.values()) await service.putAlias(alias);
    },
    /** Ends every environment after its invocation. */
    close: () => running.close(),
  };
}

/** Removes the code of functions and versions that are no more. */
function removeStrays(folder: string, roots: ReadonlySet<string>): void {
  const folders = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('code-')) : [];
  for (const name of folders.filter((one) => !roots.has(one)))
    rmSync(join(folder, name), { recursive: true, force: true });
}
