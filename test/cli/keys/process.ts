// `npm run keys` as a process.
import { execFile } from 'node:child_process';
import { nodeArguments } from '../../npm-script.ts';

export interface Ran {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** `env` is the whole environment of the process; `root`: a copy of the project. */
export function keysProcess(args: readonly string[], env: NodeJS.ProcessEnv, root?: string): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [...nodeArguments('keys', root), ...args],
      { env, timeout: 20_000 },
      (_, out, err) => resolve({ status: child.exitCode ?? -1, out, err }),
    );
  });
}

/** The tables at the endpoint, with the credentials of every local one. */
export function environmentAt(endpoint: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NO_COLOR: '1',
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  };
}
