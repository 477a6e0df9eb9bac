// Where a warning about one host goes.
import * as pulumi from '@pulumi/pulumi';
import type { Warn } from '../preflight/enforce.ts';

export const logWarning: Warn = (host, text) => pulumi.log.warn(`${host}: ${text}`);
