'use client';

import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { formatQueuedAction } from '#/components/offline/format-queued-action.ts';
import { useDoubleClickGuard } from '#/components/timers/use-double-click-guard.ts';
import { Button } from '#/components/ui/button.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import type { LastKnown } from '#/lib/client/offline/last-known.ts';
import type { OfflineActionKind, QueuedAction } from '#/lib/client/offline/offline-queue.ts';
import { type OfflineTimer, queueTimerAction, withQueuedActions } from '#/lib/client/offline/offline-timer.ts';

type Props = {
  known: LastKnown;
  sender: NonNullable<LastKnown['sender']>;
  waiting: readonly QueuedAction[];
  /** Called with whether the field has text that would be lost with the page. */
  onTyped: (isTyped: boolean) => void;
};

/** Start, pause, resume and stop while the server does not respond: kept on this device and sent later, with the time of the action. */
export function OfflineActions({ known, sender, waiting, onTyped }: Props) {
  const section = useRef<HTMLElement>(null);
  const [title, setTitle] = useState('');
  const [isKeeping, setKeeping] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const timer = withQueuedActions(known, waiting);
  const act = async (kind: OfflineActionKind) => {
    setProblem(null);
    setKeeping(true);
    try {
      const queue = await queueTimerAction(sender, { kind, timer, ...(kind === 'start' && { title: title.trim() }) });
      setMessage(formatQueuedAction(queue, known.style));
      if (kind === 'start') setTitle('');
      // The pressed button has been removed, with the focus.
      if (kind === 'start' || kind === 'stop') section.current?.focus({ preventScroll: true });
    } catch {
      setProblem('This browser can’t store it, so it can’t be sent later.');
    } finally {
      setKeeping(false);
    }
  };
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="What you can do"
      className="mt-6 grid max-w-prose gap-3 outline-none"
    >
      {timer ? (
        <TimerButtons isKeeping={isKeeping} timer={timer} onAction={(kind) => void act(kind)} />
      ) : (
        <StartForm
          isKeeping={isKeeping}
          title={title}
          onTitle={setTitle}
          onTyped={onTyped}
          onStart={() => void act('start')}
        />
      )}
      <p role="status" className="sr-only">
        {message}
      </p>
      <p role="alert" className="text-xs text-danger empty:hidden">
        {problem}
      </p>
    </section>
  );
}

/**
 * While an action is being stored no other counts. The resulting button is in the same place, and may get the second
 * half of a double click.
 */
type Keeping = { isKeeping: boolean };
type TimerButtonsProps = Keeping & { timer: OfflineTimer; onAction: (kind: OfflineActionKind) => void };

function TimerButtons({ timer, isKeeping, onAction }: TimerButtonsProps) {
  // Pause and resume are in the same place.
  const isSingleToggle = useDoubleClickGuard({ fromStart: isKeeping });
  const isSingleStop = useDoubleClickGuard({ fromStart: isKeeping });
  const isRunning = timer.status === 'running';
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="mr-2 min-w-0 font-medium">{timer.name}</p>
      <Button
        size="lg"
        icon={isRunning ? 'pause' : 'play'}
        variant={isRunning ? 'outline' : 'go'}
        busy={isKeeping}
        onClick={() => isSingleToggle() && onAction(isRunning ? 'pause' : 'resume')}
      >
        {isRunning ? 'Pause' : 'Resume'}
      </Button>
      <Button size="lg" icon="stop" variant="ink" busy={isKeeping} onClick={() => isSingleStop() && onAction('stop')}>
        Stop
      </Button>
    </div>
  );
}

type StartFormProps = Keeping & {
  title: string;
  onTitle: (title: string) => void;
  onTyped: (isTyped: boolean) => void;
  onStart: () => void;
};

function StartForm({ title, isKeeping, onTitle, onTyped, onStart }: StartFormProps) {
  const isTyped = title.trim() !== '';
  useEffect(() => {
    onTyped(isTyped);
    return () => onTyped(false);
  }, [isTyped, onTyped]);
  const isSingleClick = useDoubleClickGuard({ fromStart: isKeeping });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // A typed title is intended, however fast.
    if (isSingleClick() || isTyped) onStart();
  };
  return (
    <form className="flex items-end gap-2" onSubmit={submit}>
      <TextField
        label="What are you working on?"
        size="lg"
        autoComplete="off"
        maxLength={500}
        className="min-w-0 grow"
        value={title}
        onChange={(event) => onTitle(event.target.value)}
      />
      <Button type="submit" size="lg" icon="play" variant="go" busy={isKeeping}>
        Start
      </Button>
    </form>
  );
}
