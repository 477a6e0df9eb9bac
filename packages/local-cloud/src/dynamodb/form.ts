// Tables: terraform-provider-aws, internal/service/dynamodb/table.go.

import type { Forms, Properties, Sides } from '../forms/form.ts';
import { canonicalJson, orElse, sameSet } from '../forms/values.ts';
import { indexKeys } from './inputs.ts';

export const tableForms: Forms = {
  rules: [
    { path: 'attributes', same: sameAttributes },
    { path: 'globalSecondaryIndexes', served: indexes, same: sameIndexes, readInput: declaredForm },
    { path: 'readCapacity', computed: true },
    { path: 'writeCapacity', computed: true },
    { path: 'pointInTimeRecovery', computed: true, served: orElse({ enabled: false }) },
    // UpdateContinuousBackups: 35 days where it is on. DiffSuppressFunc where it is off.
    { path: 'pointInTimeRecovery.recoveryPeriodInDays', computed: true, served: period, same: recoveryIsOff },
    // SuppressMissingOptionalConfigurationBlock.
    { path: 'ttl', computed: true, served: orElse({ enabled: false }) },
    // DiffSuppressFunc: "AWS requires the attribute name to be set when disabling TTL but does not return it".
    { path: 'ttl.attributeName', served: ttlAttribute, same: ttlIsOff },
    // DescribeTable does not return the key that DynamoDB owns; isTableOptionDisabled in CustomizeDiff.
    { path: 'serverSideEncryption', computed: true, served: encryption, same: isOff },
  ],
};

interface Index {
  readonly name: string;
  readonly hashKey?: string;
  readonly rangeKey?: string;
  readonly keySchemas?: { readonly attributeName: string; readonly keyType: 'HASH' | 'RANGE' }[];
  readonly projectionType: string;
  readonly nonKeyAttributes?: readonly string[];
  readonly readCapacity?: number;
  readonly writeCapacity?: number;
}

/** flattenTableGlobalSecondaryIndex: the keys in both forms; `hashKey` and `rangeKey` only where there is one key of the kind. */
function indexes(given: unknown): unknown {
  return (given as readonly Index[] | undefined)?.map((index) => {
    const keys = indexKeys(index);
    const only = (kind: string) => {
      const [first, ...others] = keys.filter(({ type }) => type === kind);
      return others.length === 0 ? first?.name : undefined;
    };
    const keySchemas = keys.map(({ name, type }) => ({ attributeName: name, keyType: type }));
    return { ...index, keySchemas, hashKey: only('HASH'), rangeKey: only('RANGE') };
  });
}

/**
 * Each index with its keys in the form of the last inputs: with both forms they are refused as inputs. `keySchemas` where those
 * have neither form, or the index itself is not among them.
 */
function declaredForm(served: unknown, known: unknown): unknown {
  const last = (known ?? []) as readonly Index[];
  return (served as readonly Index[] | undefined)?.map((index) => {
    const { hashKey, rangeKey, keySchemas, ...rest } = index;
    const byName = last.find(({ name }) => name === index.name)?.hashKey !== undefined;
    return byName && hashKey !== undefined ? { ...rest, hashKey, rangeKey } : { ...rest, keySchemas };
  });
}

/**
 * customDiffGlobalSecondaryIndex: indexes are the same where they differ only in the form of their keys. So an index that
 * was declared by `hashKey` and `rangeKey` is kept when it is declared by `keySchemas`.
 */
function sameIndexes(served: unknown, declared: unknown): boolean {
  return sameSet(withOneForm(served), withOneForm(declared));
}

function withOneForm(given: unknown): unknown {
  return (given as readonly Index[] | undefined)?.map((index) => {
    const { hashKey: _hash, rangeKey: _range, keySchemas: _keys, nonKeyAttributes = [], ...rest } = index;
    return { ...rest, keys: indexKeys(index), nonKeyAttributes: [...nonKeyAttributes].sort() };
  });
}

/** A set; and CustomizeDiff clears a change of it where no index changes. */
function sameAttributes(served: unknown, declared: unknown, sides: Sides): boolean {
  const indexesOf = ({ globalSecondaryIndexes }: Properties) => globalSecondaryIndexes;
  return sameSet(served, declared) || sameIndexes(indexesOf(sides.served), indexesOf(sides.declared));
}

interface Option {
  readonly enabled?: boolean;
}

function encryption(given: unknown): unknown {
  return (given as Option | undefined)?.enabled === true ? given : undefined;
}

function isOff(served: unknown, declared: unknown): boolean {
  return served === undefined && (declared as Option | undefined)?.enabled === false;
}

const recovery = ({ pointInTimeRecovery }: Properties) =>
  (pointInTimeRecovery as Option | undefined)?.enabled === true;

function period(days: unknown, inputs: Properties): unknown {
  return recovery(inputs) ? (days ?? 35) : undefined;
}

function recoveryIsOff(_served: unknown, _declared: unknown, { declared }: Sides): boolean {
  return !recovery(declared);
}

const ttl = ({ ttl: given }: Properties) => (given as Option | undefined)?.enabled === true;

function ttlAttribute(name: unknown, inputs: Properties): unknown {
  return ttl(inputs) ? name : undefined;
}

function ttlIsOff(served: unknown, declared: unknown, sides: Sides): boolean {
  return canonicalJson(served) === canonicalJson(declared) || (served === undefined && !ttl(sides.declared));
}
