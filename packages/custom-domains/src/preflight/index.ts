// The preflight: reads live DNS, judges it by the rules, reports what it finds.

export { check, exitStatus, isBlocked, verdictOf } from './check.ts';
export type { CheckableHost, CheckedHost } from './checked-host.ts';
export type { Finding, FindingCode, RecordChange } from './finding.ts';
export type { Expected } from './observation/observation.ts';
export { isConclusive } from './reader/answer.ts';
export { createReader, type Reader, type ReaderOptions, ResolverError } from './reader/reader.ts';
export { dnsPort, parseServer } from './reader/server.ts';
export { formatFindings, marks, paint, wrap, zoneLine } from './reports/text.ts';
export { summarizeCaa } from './rules/caa.ts';
