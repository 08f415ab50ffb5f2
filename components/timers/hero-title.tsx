'use client';

import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { TicketKey } from '#/components/timers/ticket-key.tsx';
import { Icon } from '#/components/ui/icon.tsx';
import { splitTags } from '#/lib/client/typed-words.ts';
import { useShortcuts } from '#/lib/client/use-live.tsx';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type HeroTitleProps = {
  timer: TimerJson;
  isDisabled: boolean;
  /** `#tags` in the text come apart from the title. */
  onRename: (title: string, newTags: string[]) => void;
};

/** The ticket's key and the title, which is edited where it stands: click or E, Enter keeps, Esc gives up. */
export function HeroTitle({ timer, isDisabled, onRename }: HeroTitleProps) {
  const [isEditing, setEditing] = useState(false);
  useShortcuts(useMemo(() => ({ e: isDisabled ? undefined : () => setEditing(true) }), [isDisabled]));
  return (
    <div className="mt-1.5 flex min-h-7 flex-col-reverse gap-x-3 max-md:mt-2 md:flex-row md:items-baseline">
      {timer.ticket && (
        <TicketKey href={timer.ticket.url} className="text-base/5 font-medium">
          {timer.ticket.key}
        </TicketKey>
      )}
      <h2 className="min-w-0 grow text-lg font-semibold tracking-[-0.005em] md:text-xl">
        {isEditing ? (
          <TitleField
            title={timer.title}
            onDone={(text) => {
              setEditing(false);
              const { title, tags } = splitTags(text);
              onRename(title, tags);
            }}
            onCancel={() => setEditing(false)}
          />
        ) : (
          <TitleButton title={timer.title} isDisabled={isDisabled} onEdit={() => setEditing(true)} />
        )}
      </h2>
    </div>
  );
}

function TitleButton({ title, isDisabled, onEdit }: { title: string; isDisabled: boolean; onEdit: () => void }) {
  return (
    <button
      type="button"
      disabled={isDisabled}
      aria-keyshortcuts="e"
      onClick={onEdit}
      className="group -mx-1 max-w-full wrap-anywhere rounded-sm px-1 text-left enabled:hover:bg-hover"
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

function TitleField({
  title,
  onDone,
  onCancel,
}: {
  title: string;
  onDone: (text: string) => void;
  onCancel: () => void;
}) {
  const isOver = useRef(false);
  const keep = (text: string) => finish(text === title ? onCancel : () => onDone(text));
  const finish = (then: () => void) => {
    if (isOver.current) return;
    isOver.current = true;
    then();
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') keep(event.currentTarget.value);
    if (event.key === 'Escape') finish(onCancel);
  };
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the field takes the place of the button that was pressed
      autoFocus
      aria-label="Title"
      maxLength={500}
      defaultValue={title}
      onFocus={(event) => event.currentTarget.select()}
      onKeyDown={press}
      onBlur={(event) => keep(event.currentTarget.value)}
      className="-mx-1 w-full rounded-sm bg-surface px-1 outline-2 outline-accent"
    />
  );
}
