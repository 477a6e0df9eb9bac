// The preflight: reads live DNS, applies the rules, reports the findings.

export { parseRootKeys } from '../dnssec/root-keys.ts';
export { type CheckOptions, check } from './check.ts';
export { isAbout, isCode, type Topic } from './codes.ts';
export * from './finding.ts';
export type { AssignedServers, Expected, Observation } from './observation/observation.ts';
export { isConclusive } from './reader/answer.ts';
export { readNamed, readRootKeys } from './reader/named-file.ts';
export { createReader, type Reader, type ReaderOptions, ResolverError } from './reader/reader.ts';
export { dayOf, guardRenewal, type Renewal, renewalOf, renewalRisk } from './renewal/guard.ts';
export * from './reports/markdown.ts';
export * from './reports/text.ts';
export { summarizeCaa } from './rules/caa.ts';
export { redirectsToBlocked } from './rules/changes.ts';
export { flattenedZone } from './rules/missing-records.ts';
export * from './rules/protections.ts';
export { removalsOf } from './rules/rule.ts';
export * from './rules/taking-over.ts';
