import type { Ledger } from '#/bench/figures/lateness.ts';
import type { Received } from '#/bench/receiver/read-requests.ts';

const PAYLOAD = /"round":(\d+),"n":(\d+)/;
const WEBHOOK_ID = /\r\nwebhook-id: *([^\r]+)/i;

/** The arrivals of the current round. Requests of other rounds are left out. */
export class ReceiverLedger {
  #round = 0;
  #ledger = emptyLedger(0);
  #ids: string[] = [];
  #distinct = 0;

  begin(round: number, count: number): void {
    this.#round = round;
    this.#ledger = emptyLedger(count);
    this.#ids = new Array<string>(count).fill('');
    this.#distinct = 0;
  }

  /** How many alarms of the round have arrived at least once. */
  get distinct(): number {
    return this.#distinct;
  }

  get ledger(): Ledger {
    return this.#ledger;
  }

  /** Records requests that arrived at an instant, in microseconds since the epoch. */
  record(requests: readonly Received[], arrivedUs: number): void {
    for (const request of requests) this.#recordOne(request, arrivedUs);
  }

  #recordOne({ head, body }: Received, arrivedUs: number): void {
    const payload = PAYLOAD.exec(body);
    if (payload && Number(payload[1]) !== this.#round) return;
    const n = Number(payload?.[2] ?? -1);
    if (!payload || n >= this.#ids.length) {
      this.#ledger.unknown++;
      return;
    }
    const id = WEBHOOK_ID.exec(head)?.[1] ?? '';
    const before = this.#ledger.requests[n] as number;
    this.#ledger.requests[n] = before + 1;
    if (before === 0) {
      this.#ledger.firstUs[n] = arrivedUs;
      this.#ids[n] = id;
      this.#distinct++;
    } else if (this.#ids[n] !== id) this.#ledger.otherIds++;
  }
}

function emptyLedger(count: number): Ledger {
  return { firstUs: new Float64Array(count), requests: new Uint32Array(count), otherIds: 0, unknown: 0 };
}
