import type { TimerChangeJson } from '#/lib/tracking/timers/timer-schemas.ts';

export type TimerEvent = TimerChangeJson & {
  id: string;
  type: `timer.${'started' | 'paused' | 'resumed' | 'stopped' | 'completed' | 'discarded' | 'edited' | 'restored' | 'added' | 'corrected' | 'stale' | 'away' | 'answered' | 'snoozed' | 'reviewed' | 'phase_started' | 'phase_ended' | 'phase_extended' | 'phase_overdue'}`;
  actor: { kind: string; user_id?: string | undefined };
  request_id: string | null;
  server_time: string;
};

export type StreamListener = {
  /** The connection works: greeting, ping or event. */
  onAlive: () => void;
  onTimer: (event: TimerEvent) => void;
  /** Timers of the person have changed without single events: in another workspace, or by an import. */
  onElsewhere: () => void;
  /** Alarms of the workspace have changed; at most about once a second. */
  onAlarms: () => void;
  /** Members of the workspace, or their running timers, have changed; at most about once a second. */
  onMembers: () => void;
  /** There are new entries in the workspace's log; at most about once a second. */
  onEvents: () => void;
  /** A ticket or a project of the workspace has changed, or an import is done. */
  onWork: () => void;
  /** The person got a notification, or has read one. */
  onNotification: () => void;
  /** The stream has ended. Called once, not after `close`. */
  onDead: () => void;
};

const PATH = '/api/v1/stream';
/**
 * The server pings every 15 s; a stream that is silent for longer than two pings is dead, whatever the socket reports.
 */
const SILENCE_MS = 35_000;

/**
 * One connection of the event stream. It ends with the first error, so that reconnecting is decided in one place and
 * with a growing delay; EventSource by itself would send a request every two seconds to a server that is down, and
 * never notice a silently dead connection.
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

  function onSignal(): void {
    clearTimeout(silence);
    silence = setTimeout(die, SILENCE_MS);
    listener.onAlive();
  }

  for (const [name, notify] of [
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
      onSignal();
      notify?.(message);
    });
  }
  source.addEventListener('error', die);
  return { close };
}
