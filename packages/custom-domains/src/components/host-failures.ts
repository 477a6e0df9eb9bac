// Why hosts failed in this run: an error hook that explains what the providers say, and remembers it for the outputs.
import * as pulumi from '@pulumi/pulumi';
import type { Warn } from './certificate-request.ts';
import { adviceOn } from './failure-advice.ts';

/** One for a program; to be created inside it, where there is an engine to register the hook with. */
export class HostFailures {
  /** By logical name of the resource. */
  readonly #hosts = new Map<string, string>();
  readonly #reasons = new Map<string, string>();
  readonly #hook = new pulumi.ErrorHook('host-failures', (failed) => this.#explain(failed));
  readonly #warn: Warn;

  /** `warn` receives each explanation. */
  constructor(warn: Warn = (host, text) => pulumi.log.warn(`${host}: ${text}`)) {
    this.#warn = warn;
  }

  /** What a resource of the host is to be declared with, under its logical name. */
  hookOf(name: string, host: string): pulumi.ErrorHook {
    this.#hosts.set(name, host);
    return this.#hook;
  }

  /** One word (`CAA_ERROR`), once the resource has failed; undefined for a host that did not, or for no known reason. */
  reasonOf(host: string): string | undefined {
    return this.#reasons.get(host);
  }

  /** Never tries again: what failed stays so until a person, or time, has changed something. */
  async #explain({ name, urn, errors, newInputs = {} }: pulumi.ErrorHookArgs): Promise<boolean> {
    const host = this.#hosts.get(name);
    const [error = ''] = errors;
    const advice = host === undefined ? undefined : adviceOn({ host, urn, error, inputs: newInputs });
    if (host === undefined || advice === undefined) return false;
    this.#reasons.set(host, advice.reason);
    // The engine may stop as soon as it has this hook's answer, and would lose the text.
    await this.#warn(host, advice.text);
    return false;
  }
}
