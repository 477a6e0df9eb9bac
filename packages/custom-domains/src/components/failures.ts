// Why hosts failed in this run: an error hook that explains the providers' messages, and keeps the reasons for the outputs.
import * as pulumi from '@pulumi/pulumi';
import type { Warn } from '../preflight/check.ts';
import { hookName, inRun, logWarning } from './engine-log.ts';
import { adviceOn } from './reasons.ts';

/** One for a program; to be created inside it, where there is an engine to register the hook with. */
export class HostFailures {
  readonly #hosts = new Map<string, { readonly host: string; readonly parent: pulumi.Output<string> }>();
  readonly #reasons = new Map<string, string>();
  readonly #hook = new pulumi.ErrorHook(
    hookName('host-failures'),
    inRun((failed: pulumi.ErrorHookArgs) => this.#explain(failed)),
  );
  readonly #warn: Warn;

  constructor(warn: Warn = logWarning) {
    this.#warn = warn;
  }

  /** What the resources of the host, of these logical names, are to be declared with. `parent`: the component's URN. */
  hooksOf(names: readonly string[], host: string, parent: pulumi.Output<string>): pulumi.ResourceHookBinding {
    for (const name of names) this.#hosts.set(name, { host, parent });
    return { onError: [this.#hook] };
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
    // Known by then: the component was registered before any of its resources.
    const parent = await new Promise<string>((resolve) => failing.parent.apply(resolve));
    const advice = adviceOn({ urn, parent, error, inputs: newInputs });
    if (advice === undefined) return false;
    this.#reasons.set(failing.host, advice.reason);
    // The engine may stop as soon as this hook has returned, and would lose the text.
    await this.#warn(failing.host, advice.text);
    return false;
  }
}
