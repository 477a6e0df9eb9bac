// Lambda: functions by ARN, which survive a restart, and the permissions to invoke them.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CloudContext } from '../context.ts';
import type { Identity } from '../iam/index.ts';
import { matchesArn } from '../iam/match.ts';
import type { Functions } from '../interfaces.ts';
import type { ServiceHandlers } from '../resources/handler.ts';
import { type Deployed, deploy } from './deployed-function.ts';
import { functionHandler } from './function.ts';
import type { FunctionRecord, FunctionService } from './function-service.ts';
import type { PermissionInputs } from './inputs.ts';
import { permissionHandler } from './permission.ts';

/** Lambda's limit of a request, 6 MB and a little for its envelope. */
const MAX_EVENT_BYTES = 6_291_556;

export interface LambdaService extends Functions, ServiceHandlers {
  /** Starts one environment for each function in the store. */
  start(): Promise<void>;
  /** Ends every environment after its invocation. */
  close(): Promise<void>;
}

export interface FunctionsOptions {
  readonly identity: Identity;
  /** The endpoint of DynamoDB: `http://127.0.0.1:<port>`. */
  readonly dynamodb: () => string;
}

export function createLambda(context: CloudContext, { identity, dynamodb }: FunctionsOptions): LambdaService {
  const records = context.store.collection<FunctionRecord>('lambda/functions');
  const permissions = context.store.collection<PermissionInputs>('lambda/permissions');
  const deployed = new Map<string, Deployed>();
  const draining = new Set<Promise<void>>();

  function retire(old: Deployed | undefined): void {
    if (old === undefined) return;
    const drained = old.drain().then(() => rmSync(old.root, { recursive: true, force: true }));
    draining.add(drained);
    void drained.finally(() => draining.delete(drained));
  }

  const folder = join(context.folder, 'functions');
  const service: FunctionService = {
    records,
    permissions,
    identity,
    folder,
    async put(record) {
      const old = deployed.get(record.arn);
      const fresh = deploy({ context, identity, dynamodb, ...record, root: join(folder, record.root) });
      const warm = fresh.warm();
      // While the new version starts, the old one runs the invocations.
      if (old !== undefined) await warm;
      records.set(record.arn, record);
      deployed.set(record.arn, fresh);
      retire(old);
    },
    async remove(arn) {
      const old = deployed.get(arn);
      deployed.delete(arn);
      records.delete(arn);
      for (const [key] of permissions.entries()) if (key.startsWith(`${arn}/`)) permissions.delete(key);
      retire(old);
    },
  };

  return {
    handlers: [functionHandler(context, service), permissionHandler(context, service)],
    invokes: [],
    async invoke(arn, payload) {
      const found = deployed.get(arn);
      if (found === undefined) {
        return {
          kind: 'failed',
          errorType: 'ResourceNotFoundException',
          errorMessage: `Function not found: ${arn}`,
        };
      }
      const event = JSON.stringify(payload);
      if (Buffer.byteLength(event) > MAX_EVENT_BYTES) {
        const errorMessage = `Request must be smaller than ${MAX_EVENT_BYTES} bytes for the InvokeFunction operation`;
        return { kind: 'failed', errorType: 'RequestTooLargeException', errorMessage };
      }
      return found.invoke(event);
    },
    permits: (arn, principal, sourceArn) =>
      permissions
        .entries()
        .some(([key, one]) => key.startsWith(`${arn}/`) && allows(one, principal, sourceArn)),
    async start() {
      removeStrays(folder, new Set(records.values().map(({ root }) => root)));
      for (const record of records.values()) await service.put(record);
    },
    async close() {
      await Promise.all([...draining, ...[...deployed.values()].map((one) => one.drain())]);
      deployed.clear();
    },
  };
}

/** Removes code that a killed process left. */
function removeStrays(folder: string, roots: ReadonlySet<string>): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (name.startsWith('code-') && !roots.has(name))
      rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function allows(permission: PermissionInputs, principal: string, sourceArn: string): boolean {
  const { action, sourceAccount } = permission;
  return (
    permission.principal === principal &&
    (action === '*' || action === 'lambda:*' || action === 'lambda:InvokeFunction') &&
    (permission.sourceArn === undefined || matchesArn(permission.sourceArn, sourceArn)) &&
    (sourceAccount === undefined || sourceArn.split(':')[4] === sourceAccount)
  );
}
