// The preflight: reads live DNS, judges it by the rules, reports what it finds.

export { check, exitStatus, isBlocked, type CheckedHost, verdictOf } from './check.ts';
export { type Finding, type FindingCode, type RecordChange } from './finding.ts';
export { type Expected } from './observation/observation.ts';
export { isConclusive } from './reader/answer.ts';
export { ResolverError, createReader, type Reader, type ReaderOptions } from './reader/reader.ts';
export { dnsPort, parseServer } from './reader/server.ts';
export { formatFindings, marks, paint, wrap, zoneLine } from './reports/text.ts';
export { summarizeCaa } from './rules/caa.ts';
