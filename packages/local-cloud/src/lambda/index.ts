// Lambda: functions with their versions and aliases by ARN, which survive a restart, and the permissions to invoke them.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CloudContext } from '../context.ts';
import type { Identity } from '../iam/index.ts';
import type { ReleaseCounts } from '../interfaces.ts';
import { aliasHandler, createAliasOperations } from './alias.ts';
import { functionHandler, getFunction } from './function.ts';
import { createInvoke } from './invoke.ts';
import { createPermits, permissionHandler } from './permission.ts';
import { RunningVersions } from './running-versions.ts';
import { FunctionService } from './service.ts';

/** `dynamodb`: returns its endpoint, `http://127.0.0.1:<port>`. */
export function createLambda(
  context: CloudContext,
  { identity, dynamodb, counts }: { identity: Identity; dynamodb: () => string; counts: ReleaseCounts },
) {
  const folder = join(context.folder, 'functions');
  const running = new RunningVersions({
    ...{ identity, dynamodb, folder },
    onLine({ inputs: { name, loggingConfig }, region }, line) {
      context.log(name, line);
      counts.logLine(region, loggingConfig?.logGroup ?? `/aws/lambda/${name}`, line);
    },
    onFailure: ({ inputs }, failure) => context.log(inputs.name, failure),
  });
  const service = new FunctionService(context, identity, folder, running);
  return {
    handlers: [
      functionHandler(context, service),
      aliasHandler(context, service),
      permissionHandler(context, service),
    ],
    invokes: [getFunction(context, service)],
    aliases: createAliasOperations(service),
    invoke: createInvoke(service, counts),
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
