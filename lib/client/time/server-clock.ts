import { Store } from '#/lib/core/store.ts';

/** Clocks of this device: `wall` jumps when it is set, `monotonic` stops while the machine sleeps. */
export type DeviceClocks = { wall: () => number; monotonic: () => number };

/** One request and its response. Sent and received on the monotonic clock, `serverTime` in epoch milliseconds. */
type TimeSample = { sentAt: number; receivedAt: number; serverTime: number };

/** `offsetMs`: the server’s clock minus the monotonic clock of this device. */
type Offset = { offsetMs: number; roundTripMs: number };

const KEPT_SAMPLES = 5;
/**
 * Wall and monotonic clock may drift this far apart (slewing, coarse timers) before it means sleep or a clock that was
 * set.
 */
const DIVERGENCE_MS = 2_000;
/** A slower response is too imprecise: if the monotonic clock counts sleep, the machine may have slept meanwhile. */
const MAX_MS = 60_000;

/**
 * The best estimate of the server's clock on this device. Each sample shows that the server's time was between sending
 * and receiving; the midpoint is off by at most half the round trip (Cristian, 1989), so of the last five samples the
 * one with the shortest round trip counts. Between samples the monotonic clock advances the time, never a count of
 * ticks.
 */
export class ServerClock {
  readonly #device: DeviceClocks;
  readonly #drifts = new Store(0);
  #samples: Offset[] = [];
  #best: Offset | null = null;
  #wallAhead: number;

  constructor(device: DeviceClocks) {
    this.#device = device;
    this.#wallAhead = device.wall() - device.monotonic();
  }

  /** Epoch milliseconds on the server's clock. The device's wall clock is used until the first sample. */
  now(): number {
    this.#detectDrift();
    return this.#best ? this.#device.monotonic() + this.#best.offsetMs : this.#device.wall();
  }

  /**
   * Call it when a request is sent, and the returned function with the response's time. A response that was in flight
   * while the machine slept looks fast on the monotonic clock but is hours old: it is ignored.
   */
  sample(): (serverTime: number) => void {
    const sentAt = this.#device.monotonic();
    const offset = this.#device.wall() - sentAt;
    return (serverTime) => {
      const receivedAt = this.#device.monotonic();
      if (Math.abs(this.#device.wall() - receivedAt - offset) > DIVERGENCE_MS) return;
      this.observe({ sentAt, receivedAt, serverTime });
    };
  }

  /** Uses a response's `server_time` as a sample. Implausible samples are ignored. */
  observe({ sentAt, receivedAt, serverTime }: TimeSample): void {
    const roundTripMs = receivedAt - sentAt;
    if (!Number.isFinite(serverTime) || !(roundTripMs >= 0 && roundTripMs <= MAX_MS)) return;
    this.#detectDrift();
    const midpoint = sentAt + roundTripMs / 2;
    const sample = { offsetMs: serverTime - midpoint, roundTripMs };
    this.#samples = [...this.#samples, sample].slice(-KEPT_SAMPLES);
    this.#best = this.#samples.reduce((left, right) => (right.roundTripMs <= left.roundTripMs ? right : left));
    this.#wallAhead = this.#device.wall() - this.#device.monotonic();
  }

  /**
   * How far `now` may be off: half the round trip of the best sample. Null without a sample since the clocks last
   * diverged.
   */
  boundMs(): number | null {
    return this.#best && this.#samples.length > 0 ? this.#best.roundTripMs / 2 : null;
  }

  /** How far this device's clock runs ahead of the server's; null before the first sample. */
  deviceErrorMs(): number | null {
    if (!this.#best) return null;
    return this.#device.wall() - this.#device.monotonic() - this.#best.offsetMs;
  }

  /** Calls back when the clocks of the device have diverged: measure again. Returns a function that stops it. */
  onDrift(listener: () => void): () => void {
    return this.#drifts.subscribe(listener);
  }

  /**
   * The monotonic clock misses sleep on most systems, the wall clock does not. When the wall clock is ahead, its step
   * is trusted at once, so that the first frame after a sleep is right; a wall clock that went back was set by hand or
   * by NTP and is not trusted. Either way the old samples are obsolete, and listeners should measure.
   */
  #detectDrift(): void {
    const divergence = this.#device.wall() - this.#device.monotonic() - this.#wallAhead;
    if (Math.abs(divergence) <= DIVERGENCE_MS) return;
    this.#wallAhead += divergence;
    this.#samples = [];
    if (this.#best && divergence > 0) this.#best.offsetMs += divergence;
    queueMicrotask(() => this.#drifts.set(this.#drifts.current() + 1));
  }
}
