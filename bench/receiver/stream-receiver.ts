import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { Receiver } from '#/bench/receiver/receiver.ts';
import { ReceiverLedger } from '#/bench/receiver/receiver-ledger.ts';
import { nowUs } from '#/bench/wall-clock.ts';

const BLOCK_MS = 1_000;
const MOST = 1_000;
const LOOK_MS = 20;

/** A receiver at the end of a Redis stream: entries are recorded as soon as a blocking read returns them. */
export function openStreamReceiver(
  port: number,
  stream: string,
  bench: Receiver,
): Receiver & { close: () => Promise<void> } {
  const ledger = new ReceiverLedger();
  const redis = new Redis({ host: '127.0.0.1', port });
  let isOpen = true;
  let round = 0;
  const reading = (async () => {
    let from = '0';
    while (isOpen) {
      const found = await redis.xread('COUNT', MOST, 'BLOCK', BLOCK_MS, 'STREAMS', stream, from);
      const arrivedUs = nowUs();
      const entries = found?.[0]?.[1] ?? [];
      ledger.record(
        entries.map(([, fields]) => receivedOf(fields)),
        arrivedUs,
      );
      from = entries.at(-1)?.[0] ?? from;
    }
  })();
  return {
    url: `redis://127.0.0.1:${port}/${stream}`,
    begin: async (count) => {
      ledger.begin(++round, count);
      return round;
    },
    settled: async (count, untilUs) => {
      while (ledger.distinct < count && nowUs() < untilUs) await delay(LOOK_MS);
      return ledger.distinct;
    },
    report: async () => ledger.ledger,
    clockOffsetUs: () => bench.clockOffsetUs(),
    close: async () => {
      isOpen = false;
      await reading;
      redis.disconnect();
    },
  };
}

/** An entry as the ledger reads requests: its id in place of the header, its JSON as the body. */
function receivedOf(fields: readonly string[]): { head: string; body: string } {
  const of = (name: string) => fields[fields.indexOf(name) + 1] ?? '';
  return { head: `\r\nwebhook-id: ${of('id')}\r\n`, body: of('event') };
}
