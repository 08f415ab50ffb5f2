import type { TimerChangeJson } from '#/lib/tracking/timers/timer-schemas.ts';

export type TimerEvent = TimerChangeJson & {
  id: string;
  type: `timer.${'started' | 'paused' | 'resumed' | 'stopped' | 'completed' | 'discarded' | 'edited' | 'restored' | 'added' | 'corrected' | 'stale' | 'away' | 'answered' | 'snoozed' | 'reviewed' | 'phase_started' | 'phase_ended' | 'phase_extended' | 'phase_overdue'}`;
  actor: { kind: string; user_id?: string | undefined };
  request_id: string | null;
  server_time: string;
};

export type StreamListener = {
  /** The line works: greeting, ping or event. */
  onAlive: () => void;
  onTimer: (event: TimerEvent) => void;
  /** Timers of the person have changed without a message each: in another workspace, or by an import. */
  onElsewhere: () => void;
  /** Some alarms of the workspace have changed; about once a second at most. */
  onAlarms: () => void;
  /** Members of the workspace, or what one of them runs, have changed; about once a second at most. */
  onMembers: () => void;
  /** There are new entries in the log of the workspace; about once a second at most. */
  onEvents: () => void;
  /** A ticket or a project of the workspace has changed, or an import is done. */
  onWork: () => void;
  /** The person was told of something, or has read it. */
  onNotification: () => void;
  /** Nothing more will come from this stream. Called once, not after `close`. */
  onDead: () => void;
};

const PATH = '/api/v1/stream';
/** The server pings every 15 s; who is silent for longer than two pings is gone, whatever the socket says. */
const SILENCE_MS = 35_000;

/**
 * One life of the event stream. It ends with the first error, so that reconnecting is decided at one place and with a
 * growing wait; EventSource by itself would hammer a server that is down every two seconds, and never notice a line
 * that is silently dead.
 */
export function openEventStream(listener: StreamListener): { close: () => void } {
  const source = new EventSource(PATH);
  let silence = setTimeout(die, SILENCE_MS);

  function close(): void {
    clearTimeout(silence);
    source.close();
  }

  function die(): void {
    close();
    listener.onDead();
  }

  function live(): void {
    clearTimeout(silence);
    silence = setTimeout(die, SILENCE_MS);
    listener.onAlive();
  }

  for (const [name, tell] of [
    ['hello'],
    ['ping'],
    ['timer', ({ data }: MessageEvent<string>) => listener.onTimer(JSON.parse(data) as TimerEvent)],
    ['elsewhere', listener.onElsewhere],
    ['alarms', listener.onAlarms],
    ['members', listener.onMembers],
    ['events', listener.onEvents],
    ['ticket', listener.onWork],
    ['project', listener.onWork],
    [
      'import',
      () => {
        listener.onElsewhere();
        listener.onWork();
      },
    ],
    ['notification', listener.onNotification],
  ] as const) {
    source.addEventListener(name, (message: MessageEvent<string>) => {
      live();
      tell?.(message);
    });
  }
  source.addEventListener('error', die);
  return { close };
}
