// Ports of queries over UDP: several at once for a server, each of few queries in all.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { sendFrom } from '../../../src/preflight/reader/udp-port.ts';

/** Sends so many queries, one after another or all at once; the ports that they are from. */
async function portsOf(count: number, { isSound = true, atOnce = false } = {}): Promise<number[]> {
  const from: number[] = [];
  const echo = createSocket('udp4', (bytes, { port, address }) => {
    from.push(port);
    echo.send(bytes, port, address);
  }).bind(0, '127.0.0.1');
  onTestFinished(() => void echo.close());
  await once(echo, 'listening');
  const server = { address: '127.0.0.1', port: echo.address().port };
  const query = async () => {
    let end: ReturnType<typeof sendFrom> | undefined;
    await new Promise((received, failed) => {
      end = sendFrom(server, Buffer.from('x'), { received, failed });
    });
    end?.(isSound);
  };
  if (atOnce) await Promise.all(Array.from({ length: count }, query));
  else for (let left = count; left > 0; left--) await query();
  return from;
}

test.each([
  ['one after another', 16, {}, 1],
  ['one more', 17, {}, 2],
  ['at once', 3, { atOnce: true }, 3],
  ['at once, many', 30, { atOnce: true }, 8],
  ['after silence, whose late response may come', 3, { isSound: false }, 3],
])('%s: %i queries', async (_, count, how, ports) => {
  expect(new Set(await portsOf(count, how)).size).toBe(ports);
});
