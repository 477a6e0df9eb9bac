// Why hosts failed in this run: an error hook that explains the providers' messages, and keeps the reasons for the outputs.
import * as pulumi from '@pulumi/pulumi';
import type { Warn } from '../preflight/enforce.ts';
import { adviceOn } from './failure-advice.ts';
import { hookName } from './hook-name.ts';
import { logWarning } from './warn.ts';

interface FailingHost {
  readonly host: string;
  /** URN of its CustomHost. */
  readonly parent: pulumi.Output<string>;
}

/** One for a program; to be created inside it, where there is an engine to register the hook with. */
export class HostFailures {
  /** By logical name of the resource. */
  readonly #hosts = new Map<string, FailingHost>();
  readonly #reasons = new Map<string, string>();
  readonly #hook = new pulumi.ErrorHook(hookName('host-failures'), (failed) => this.#explain(failed));
  readonly #warn: Warn;

  /** `warn` receives each explanation. */
  constructor(warn: Warn = logWarning) {
    this.#warn = warn;
  }

  /** The hook that a resource of the host is to be declared with, under its logical name. */
  hookOf(name: string, host: FailingHost): pulumi.ErrorHook {
    this.#hosts.set(name, host);
    return this.#hook;
  }

  /** One word (`CAA_ERROR`), once the resource has failed; undefined for a host that did not, or for no known reason. */
  reasonOf(host: string): string | undefined {
    return this.#reasons.get(host);
  }

  /** Never retries: a failure stays until a person, or time, has changed something. */
  async #explain({ name, urn, errors, newInputs = {} }: pulumi.ErrorHookArgs): Promise<boolean> {
    const failing = this.#hosts.get(name);
    if (failing === undefined) return false;
    const [error = ''] = errors;
    const parent = await urnOf(failing.parent);
    const advice = adviceOn({ urn, parent, error, inputs: newInputs });
    if (advice === undefined) return false;
    this.#reasons.set(failing.host, advice.reason);
    // The engine may stop as soon as this hook has returned, and would lose the text.
    await this.#warn(failing.host, advice.text);
    return false;
  }
}

/** Known by then: the component was registered before any of its resources. */
function urnOf(parent: pulumi.Output<string>): Promise<string> {
  return new Promise((resolve) => parent.apply(resolve));
}
