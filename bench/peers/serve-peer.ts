import { Agent } from 'undici';
import { type Alarms, payloadOf } from '#/bench/participant.ts';
import { serveParent } from '#/bench/processes/calls.ts';

export type PeerJob = { round: number; n: number };
export type PeerQuestions = { create: (alarms: Alarms) => Promise<void> };

/** Jobs handed to a peer's bulk call at a time. */
const BULK = 1_000;
const CONNECTIONS = 64;

/** The receiver's URL, set by the parent. */
const receiver = new URL(process.env.RECEIVER_URL ?? 'http://127.0.0.1');
const agent = new Agent({ connections: CONNECTIONS, pipelining: 1 });

/** Sends a job's webhook over a kept connection. Throws for anything but 200, so that the peer retries. */
export async function callReceiver({ round, n }: PeerJob): Promise<void> {
  const { statusCode, body } = await agent.request({
    origin: receiver.origin,
    path: receiver.pathname,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'webhook-id': `${round}-${n}` },
    body: JSON.stringify(payloadOf(round, n)),
  });
  await body.dump();
  if (statusCode !== 200) throw new Error(`The receiver answered ${statusCode}.`);
}

/** Serves the bench's calls with a peer's bulk call; `due` is a whole millisecond since the epoch. */
export function servePeer(
  add: (jobs: { job: PeerJob; dueMs: number }[]) => Promise<unknown>,
  stop: () => Promise<unknown>,
): void {
  const create = async ({ round, dueUs, firstN = 0 }: Alarms) => {
    for (let from = 0; from < dueUs.length; from += BULK) {
      const part = Array.from(dueUs.subarray(from, from + BULK));
      await add(part.map((us, i) => ({ job: { round, n: firstN + from + i }, dueMs: us / 1000 })));
    }
  };
  serveParent<PeerQuestions>({ create }, stop);
}
