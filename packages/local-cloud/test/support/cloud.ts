// A context on free ports in a temporary folder, and calls of a handler, for all suites.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { CloudContext } from '../../src/context.ts';
import { AT_ANY_PACE, Quotas } from '../../src/quotas.ts';
import type { Handler, OperationContext, ServiceHandlers } from '../../src/resources/handler.ts';
import { Store } from '../../src/store.ts';

export interface TestContext extends CloudContext {
  /** What was logged, as `source: line`. */
  readonly lines: string[];
}

/** Removes its folder after the test. */
export function testContext(overrides: Partial<CloudContext> = {}): TestContext {
  const folder = mkdtempSync(join(tmpdir(), 'local-cloud-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const lines: string[] = [];
  return {
    accountId: '123456789012',
    region: 'eu-west-1',
    store: new Store(),
    quotas: new Quotas(AT_ANY_PACE),
    folder,
    ports: { https: 0, http: 0, dns: 0 },
    log: (source, line) => void lines.push(`${source}: ${line}`),
    ...overrides,
    lines,
  };
}

export function operation(region = 'eu-west-1'): OperationContext {
  return { region, signal: AbortSignal.timeout(20_000) };
}

/** A handler by its type; it parses raw inputs first, as a driver does. */
export function resource(service: ServiceHandlers, type: string) {
  const handler = service.handlers.find((one) => one.type === type) as unknown as Handler<object, object>;
  if (handler === undefined) throw new Error(`no handler for ${type}`);
  return {
    async create(inputs: object) {
      const parsed = handler.inputs.parse(inputs);
      const { id, computed } = await handler.create(parsed, operation());
      return { id, inputs: parsed, outputs: { ...parsed, ...computed } as Record<string, never> };
    },
    read: (id: string, known?: object) => handler.read(id, operation(), known),
    update: (id: string, inputs: object, old: object) =>
      handler.update(id, handler.inputs.parse(inputs), handler.inputs.parse(old), operation()),
    delete: (id: string, old: object) => handler.delete(id, handler.inputs.parse(old), operation()),
  };
}
