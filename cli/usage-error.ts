export { UsageError } from '@petstore/custom-domains/output';
