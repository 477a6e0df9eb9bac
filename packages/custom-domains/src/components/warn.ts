// Where a warning about one host goes.
import * as pulumi from '@pulumi/pulumi';

/** Receives text about one host. Pulumi's log is a promise, for whoever has to know that the text has reached the engine. */
export type Warn = (host: string, text: string) => Promise<void> | void;

export const logWarning: Warn = (host, text) => pulumi.log.warn(`${host}: ${text}`);
