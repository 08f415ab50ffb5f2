type TraceEvent = { name: string; ph: string; pid: number; tid: number; ts: number; dur?: number; tdur?: number };

/** One task of a thread's loop; everything else it did is within one. */
const TURN = /RunTask$/;

/**
 * Makes every task of a thread's loop as long as its processor time (`tdur`), scaling the events inside it: the trace
 * that an idle machine would record. Times are in microseconds.
 */
export function inProcessorTime(events: TraceEvent[]): void {
  for (const thread of Map.groupBy(events, ({ pid, tid }) => `${pid}:${tid}`).values()) {
    const turns = thread
      .filter(({ name, dur, tdur }) => TURN.test(name) && dur && tdur !== undefined)
      .map(({ ts, dur = 0, tdur = 0 }) => ({ from: ts, to: ts + dur, share: Math.min(1, tdur / dur) }))
      .sort((one, other) => one.from - other.from);
    let n = 0;
    for (const event of thread.filter(({ ph }) => ph === 'X').sort((one, other) => one.ts - other.ts)) {
      while ((turns[n]?.to ?? Number.POSITIVE_INFINITY) < event.ts) n += 1;
      const turn = turns[n];
      if (!turn || event.ts < turn.from) continue;
      event.ts = Math.round(turn.from + (event.ts - turn.from) * turn.share);
      if (event.dur !== undefined) event.dur = Math.floor(event.dur * turn.share);
    }
  }
}
