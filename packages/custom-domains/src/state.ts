/** What a stack's state says of its hosts, and why hosts failed, without Pulumi's SDK: for commands, which start sooner without it. */
export { explainReason } from './components/reasons.ts';
export * from './components/replacement.ts';
export { attachmentOf, isDeployed, ownRecords, type StackState, typedName } from './components/state.ts';
