// Servers that are silent, refuse, lie or differ: what could not be read is never treated as absent.
import { describe, expect, test } from 'vitest';
import { exitStatus } from '../../src/preflight/verdict.ts';
import type { Misbehaviour } from './dns-server.ts';
import { both, type Case, coded, run, verify, withoutAuthority, zone } from './scenario.ts';

describe('servers that cannot be trusted', () => {
  const from =
    (server: string, change: (reply: Buffer) => Buffer[]): Misbehaviour =>
    (query, reply) =>
      query.server === server ? change(reply) : undefined;
  const everywhere =
    (change: (reply: Buffer) => Buffer[]): Misbehaviour =>
    (query, reply) =>
      both.includes(query.server) ? change(reply) : undefined;
  const unread = (name: string, misbehave: Misbehaviour): Case => ({
    name,
    misbehave,
    finds: ['blocked dns-unreadable'],
    remains: true,
  });
  verify([
    unread(
      'the resolver is silent',
      from('127.0.0.1', () => []),
    ),
    unread(
      'the resolver refuses',
      from('127.0.0.1', (reply) => [coded(reply, 5)]),
    ),
    unread(
      'the resolver says SERVFAIL to everything',
      from('127.0.0.1', (reply) => [coded(reply, 2)]),
    ),
    unread(
      'both servers are silent',
      everywhere(() => []),
    ),
    unread(
      'both servers say SERVFAIL',
      everywhere((reply) => [coded(reply, 2)]),
    ),
    unread(
      'both servers refuse',
      everywhere((reply) => [coded(reply, 5)]),
    ),
    unread(
      'both servers answer without authority',
      everywhere((reply) => [withoutAuthority(reply)]),
    ),
    unread(
      'both servers send rubbish',
      everywhere((reply) => [reply.subarray(0, 14)]),
    ),
    {
      name: 'one of two servers is silent: read, with a warning',
      misbehave: from('127.0.0.12', () => []),
      finds: ['warning dns-unreadable'],
    },
    {
      name: 'one of two servers responds without authority',
      misbehave: from('127.0.0.12', (reply) => [withoutAuthority(reply)]),
      finds: ['warning dns-unreadable'],
    },
    {
      name: 'one server has a record that the other lacks',
      misbehave: ({ server, name, type }, reply) =>
        server === '127.0.0.12' && name === `api.${zone}` && type !== 'CNAME'
          ? [coded(reply, 0, true)]
          : undefined,
      records: [`api.${zone} A 192.0.2.1`],
      finds: ['blocked conflicting-record', 'warning nameservers-disagree'],
    },
    {
      name: 'the parent names one server more than the zone',
      assigned: { kind: 'known', nameServers: [`ns1.${zone}`] },
      more: {
        [zone]: {
          on: both,
          nameServers: [`ns1.${zone}`],
          delegatedTo: [`ns1.${zone}`, `ns2.${zone}`],
          records: [`ns1.${zone} A 127.0.0.11`, `ns2.${zone} A 127.0.0.12`],
        },
      },
      finds: ['warning nameservers-disagree'],
    },
    {
      name: 'one type cannot be read: reported, not treated as absent',
      records: [`x.api.${zone} A 192.0.2.1`],
      misbehave: ({ server, type }) => (both.includes(server) && type === 'MX' ? [] : undefined),
      finds: ['warning dns-unreadable'],
    },
    {
      name: "the parent's servers are silent",
      misbehave: from('127.0.0.9', () => []),
      finds: ['warning dns-unreadable'],
    },
  ]);

  test('a host that could not be read is exit status 3, and never 0', async () => {
    const silent = await run(unread('silent', () => []));
    expect(exitStatus(silent)).toBe(3);
    const half = await run({ name: '', misbehave: from('127.0.0.12', () => []), finds: [] });
    expect(exitStatus(half)).toBe(3);
    expect(exitStatus(await run({ name: '', records: [`api.${zone} A 192.0.2.1`], finds: [] }))).toBe(1);
    expect(exitStatus(await run({ name: '', finds: [] }))).toBe(0);
  });
});
