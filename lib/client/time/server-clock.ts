import { Store } from '#/lib/core/store.ts';

/** Clocks of this device: `wall` jumps when it is set, `monotonic` stands still while the machine sleeps. */
export type DeviceClocks = { wall: () => number; monotonic: () => number };

/** One question and its response. Sent and received on the monotonic clock, `serverTime` in epoch milliseconds. */
type TimeSample = { sentAt: number; receivedAt: number; serverTime: number };

type Offset = { serverMinusMonotonic: number; roundTripMs: number };

const KEPT_SAMPLES = 5;
/** Wall and monotonic clock may part this far (slewing, coarse timers) before it means sleep or a clock that was set. */
const PARTING_MS = 2_000;
/** A response that took longer says too little: where the monotonic clock counts sleep, it may have slept on its way. */
const LONGEST_MS = 60_000;

/**
 * The server's clock as this device can best know it. Each sample says that the server's time lay somewhere between
 * sending and receiving; the midpoint is off by half the round trip at most (Cristian, 1989), so of the last five
 * samples the one with the shortest round trip counts. Between samples time is carried by the monotonic clock, never
 * by counting ticks.
 */
export class ServerClock {
  readonly #device: DeviceClocks;
  readonly #partings = new Store(0);
  #samples: Offset[] = [];
  #best: Offset | null = null;
  #wallMinusMonotonic: number;

  constructor(device: DeviceClocks) {
    this.#device = device;
    this.#wallMinusMonotonic = device.wall() - device.monotonic();
  }

  /** Epoch milliseconds on the server's clock. The device's wall clock is used until the first sample. */
  now(): number {
    this.#noticeParting();
    return this.#best ? this.#device.monotonic() + this.#best.serverMinusMonotonic : this.#device.wall();
  }

  /**
   * Call it when a question leaves, and what it returns with the response's time. A response that slept with the machine
   * on its way home looks quick to the monotonic clock and is hours old: it is left out.
   */
  ask(): (serverTime: number) => void {
    const sentAt = this.#device.monotonic();
    const apart = this.#device.wall() - sentAt;
    return (serverTime) => {
      const receivedAt = this.#device.monotonic();
      if (Math.abs(this.#device.wall() - receivedAt - apart) > PARTING_MS) return;
      this.observe({ sentAt, receivedAt, serverTime });
    };
  }

  /** Takes a response's `server_time` into account. Samples that make no sense are left out. */
  observe({ sentAt, receivedAt, serverTime }: TimeSample): void {
    const roundTripMs = receivedAt - sentAt;
    if (!Number.isFinite(serverTime) || !(roundTripMs >= 0 && roundTripMs <= LONGEST_MS)) return;
    this.#noticeParting();
    const midpoint = sentAt + roundTripMs / 2;
    const sample = { serverMinusMonotonic: serverTime - midpoint, roundTripMs };
    this.#samples = [...this.#samples, sample].slice(-KEPT_SAMPLES);
    this.#best = this.#samples.reduce((left, right) => (right.roundTripMs <= left.roundTripMs ? right : left));
    this.#wallMinusMonotonic = this.#device.wall() - this.#device.monotonic();
  }

  /** How far `now` may be off: half the round trip of the best sample. Null without a sample since the last parting. */
  errorBoundMs(): number | null {
    return this.#best && this.#samples.length > 0 ? this.#best.roundTripMs / 2 : null;
  }

  /** How far this device's clock runs ahead of the server's; null before the first sample. */
  deviceErrorMs(): number | null {
    if (!this.#best) return null;
    return this.#device.wall() - this.#device.monotonic() - this.#best.serverMinusMonotonic;
  }

  /** Calls back when the clocks of the device have parted: measure again. Returns what ends it. */
  onParting(listener: () => void): () => void {
    return this.#partings.subscribe(listener);
  }

  /**
   * The monotonic clock misses sleep on most systems, the wall clock does not. When the wall has run ahead, its step is
   * believed at once, so that the first frame after a sleep is right; a wall that went back was set by hand or by NTP
   * and is not. Either way the old samples have had their day, and whoever listens should measure.
   */
  #noticeParting(): void {
    const parted = this.#device.wall() - this.#device.monotonic() - this.#wallMinusMonotonic;
    if (Math.abs(parted) <= PARTING_MS) return;
    this.#wallMinusMonotonic += parted;
    this.#samples = [];
    if (this.#best && parted > 0) this.#best.serverMinusMonotonic += parted;
    queueMicrotask(() => this.#partings.set(this.#partings.current() + 1));
  }
}
