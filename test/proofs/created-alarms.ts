import type { Ledger } from '#/test/proofs/ledger.ts';
import { type Receiver, startReceiver } from '#/test/proofs/receiver.ts';

/** In equal steps, so that some are always due while a process is replaced. */
const DELAYS = 50;
const STEP_MS = 20;

/** Alarms that `SteadyClients` create, due within a second of it, and their receiver. */
export class CreatedAlarms {
  /** Those whose creation was confirmed. */
  readonly ids: string[] = [];
  readonly #receiver: Receiver;

  private constructor(receiver: Receiver) {
    this.#receiver = receiver;
  }

  static async start(): Promise<CreatedAlarms> {
    return new CreatedAlarms(await startReceiver());
  }

  get ledger(): Ledger {
    return this.#receiver.ledger;
  }

  readonly write = (name: string) => {
    const delay_ms = STEP_MS * (1 + (this.ids.length % DELAYS));
    return { path: '/alarms', body: { name, delay_ms, url: this.#receiver.url } };
  };

  readonly onCreated = (json: string) => {
    const { alarm } = JSON.parse(json) as { alarm?: { id: string } };
    if (alarm) this.ids.push(alarm.id);
  };

  /** Confirmed, and never sent. */
  missing(): string[] {
    return this.ledger.missing(this.ids);
  }

  close(): void {
    this.#receiver.close();
  }
}
