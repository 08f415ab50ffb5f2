'use client';

import { type Ref, useLayoutEffect, useMemo, useRef } from 'react';
import { TicketKey } from '#/components/timers/ticket-key.tsx';
import { TitleConflicts, TitleField } from '#/components/timers/title-field.tsx';
import type { TitleEdit } from '#/components/timers/use-title-edit.ts';
import { Icon } from '#/components/ui/icon.tsx';
import { useShortcuts } from '#/lib/client/live/use-live.tsx';
import { useNeedsServer } from '#/lib/client/offline/use-needs-server.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type HeroTitleProps = { timer: TimerJson; edit: TitleEdit };

/** The ticket's key and the title, which is edited in place: click or E, Enter saves, Esc discards. */
export function HeroTitle({ timer, edit }: HeroTitleProps) {
  const { begin } = edit;
  const needsServer = useNeedsServer();
  const start = useMemo(() => needsServer(() => begin(timer)), [needsServer, begin, timer]);
  const isOn = edit.isOn(timer);
  const wasOn = useRef(isOn);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // The focused field is gone.
    if (wasOn.current && !isOn && document.activeElement === document.body) button.current?.focus();
    wasOn.current = isOn;
  }, [isOn]);
  useShortcuts(useMemo(() => ({ e: start }), [start]));
  return (
    <>
      <div className="mt-1.5 flex min-h-7 flex-col-reverse gap-x-3 max-md:mt-2 md:flex-row md:items-baseline">
        {timer.ticket && (
          <TicketKey href={timer.ticket.url} className="text-base/5 font-medium">
            {timer.ticket.key}
          </TicketKey>
        )}
        <h2 className="min-w-0 grow text-lg font-semibold tracking-[-0.005em] md:text-xl">
          {isOn ? (
            <TitleField label="Title" edit={edit} />
          ) : (
            <TitleButton ref={button} title={timer.title} onEdit={start} />
          )}
        </h2>
      </div>
      {isOn && <TitleConflicts edit={edit} />}
    </>
  );
}

type TitleButtonProps = { ref: Ref<HTMLButtonElement>; title: string; onEdit: () => void };

function TitleButton({ ref, title, onEdit }: TitleButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-keyshortcuts="e"
      onClick={onEdit}
      className="group -mx-1 max-w-full wrap-anywhere rounded-sm px-1 text-left enabled:hover:bg-hover pointer-coarse:min-h-11"
    >
      {title || <span className="font-normal text-text-3">Add a title</span>}
      <span className="sr-only">, edit title</span>
      <Icon
        name="pencil"
        className="ml-2 inline-block align-[-2px] text-text-3 opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100"
      />
    </button>
  );
}
