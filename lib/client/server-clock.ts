/** Clocks of this device: `wall` jumps when it is set, `monotonic` stands still while the machine sleeps. */
export type DeviceClocks = { wall: () => number; monotonic: () => number };

/** One question and its answer. Sent and received on the monotonic clock, `serverTime` in epoch milliseconds. */
export type TimeSample = { sentAt: number; receivedAt: number; serverTime: number };

type Offset = { serverMinusMonotonic: number; roundTripMs: number };

const KEPT_SAMPLES = 5;
/** Wall and monotonic clock may part this far (slewing, coarse timers) before it means sleep or a clock that was set. */
const PARTING_MS = 2_000;

export type ServerClock = ReturnType<typeof createServerClock>;

/**
 * The server's clock as this device can best know it. Each sample says that the server's time lay somewhere between
 * sending and receiving; the midpoint is off by half the round trip at most (Cristian, 1989), so of the last five
 * samples the one with the shortest round trip counts. Between samples time is carried by the monotonic clock, never
 * by counting ticks.
 */
export function createServerClock(device: DeviceClocks) {
  let samples: Offset[] = [];
  let best: Offset | null = null;
  let wallMinusMonotonic = device.wall() - device.monotonic();
  const listeners = new Set<() => void>();

  /**
   * The monotonic clock misses sleep on most systems, the wall clock does not. When the wall has run ahead, its step is
   * believed at once, so that the first frame after a sleep is right; a wall that went back was set by hand or by NTP
   * and is not. Either way the old samples have had their day, and whoever listens should measure.
   */
  function noticeParting(): void {
    const parted = device.wall() - device.monotonic() - wallMinusMonotonic;
    if (Math.abs(parted) <= PARTING_MS) return;
    wallMinusMonotonic += parted;
    samples = [];
    if (best && parted > 0) best = { ...best, serverMinusMonotonic: best.serverMinusMonotonic + parted };
    for (const listener of listeners) queueMicrotask(listener);
  }

  /** Takes an answer's `server_time` into account. Samples that make no sense are left out. */
  function observe({ sentAt, receivedAt, serverTime }: TimeSample): void {
    const roundTripMs = receivedAt - sentAt;
    if (!Number.isFinite(serverTime) || !(roundTripMs >= 0)) return;
    noticeParting();
    const midpoint = sentAt + roundTripMs / 2;
    samples = [...samples, { serverMinusMonotonic: serverTime - midpoint, roundTripMs }].slice(-KEPT_SAMPLES);
    best = samples.reduce((left, right) => (right.roundTripMs <= left.roundTripMs ? right : left));
    wallMinusMonotonic = device.wall() - device.monotonic();
  }

  return {
    observe,

    /**
     * Call it when a question leaves, and what it returns with the answer's time. An answer that slept with the machine
     * on its way home looks quick to the monotonic clock and is hours old: it is left out.
     */
    ask(): (serverTime: number) => void {
      const sentAt = device.monotonic();
      const apart = device.wall() - sentAt;
      return (serverTime) => {
        const receivedAt = device.monotonic();
        if (Math.abs(device.wall() - receivedAt - apart) <= PARTING_MS) observe({ sentAt, receivedAt, serverTime });
      };
    },

    /** Epoch milliseconds on the server's clock. The device's wall clock stands in until the first sample. */
    now(): number {
      noticeParting();
      return best ? device.monotonic() + best.serverMinusMonotonic : device.wall();
    },

    /** How far `now` may be off: half the round trip of the best sample. Null without a sample since the last parting. */
    errorBoundMs(): number | null {
      return best && samples.length > 0 ? best.roundTripMs / 2 : null;
    },

    /** How far this device's clock runs ahead of the server's; null before the first sample. */
    deviceErrorMs(): number | null {
      return best ? device.wall() - device.monotonic() - best.serverMinusMonotonic : null;
    },

    /** Calls back when the clocks of the device have parted: measure again. Returns what ends it. */
    onParting(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
