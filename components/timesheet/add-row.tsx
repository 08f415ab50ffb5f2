'use client';

import { type KeyboardEvent, useId, useState } from 'react';
import { TicketKey } from '#/components/timers/ticket-key.tsx';
import { Button } from '#/components/ui/button.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import { useFocusBack } from '#/components/ui/dialog/use-focus-back.ts';
import { useTickets } from '#/lib/client/live/use-live.tsx';
import { SUGGESTION_COUNT } from '#/lib/client/tickets/ticket-search-queries.ts';
import type { Subject } from '#/lib/client/timesheet/timesheet.ts';

type AddRowProps = { onAdd: (subject: Subject) => void };

/** A row for a ticket without time in this week yet, or for a title. */
export function AddRow({ onAdd }: AddRowProps) {
  const [isOpen, setOpen] = useState(false);
  const [opener, returnFocus] = useFocusBack();
  const close = () => {
    returnFocus();
    setOpen(false);
  };
  if (!isOpen) {
    return (
      <Button ref={opener} variant="soft" icon="plus" className="max-md:h-10" onClick={() => setOpen(true)}>
        Add a row
      </Button>
    );
  }
  return (
    <RowSearch
      onChoose={(subject) => {
        close();
        onAdd(subject);
      }}
      onClose={close}
      onLeave={() => setOpen(false)}
    />
  );
}

type RowSearchProps = {
  onChoose: (subject: Subject) => void;
  onClose: () => void;
  /** When the focus has moved elsewhere in the page and nothing was typed. */
  onLeave: () => void;
};

function RowSearch({ onChoose, onClose, onLeave }: RowSearchProps) {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const id = useId();
  const title = text.trim();
  const tickets = (useTickets(title).data?.tickets ?? []).slice(0, SUGGESTION_COUNT);
  const options: Subject[] = [
    ...tickets.map(({ project, ...ticket }) => ({ ticket, project, title: ticket.title })),
    ...(title ? [{ ticket: null, project: null, title }] : []),
  ];
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = options[active];
    if (step !== undefined) setActive((active + step + options.length) % Math.max(1, options.length));
    else if (event.key === 'Enter' && chosen) onChoose(chosen);
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
  };
  return (
    <div className="group relative w-full max-w-[420px]">
      <input
        role="combobox"
        aria-label="Ticket or title of the row"
        aria-expanded={options.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={options[active] ? `${id}-${active}` : undefined}
        // biome-ignore lint/a11y/noAutofocus: it was opened by a click, for typing
        autoFocus
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        placeholder="Ticket or title"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
        onKeyDown={handleKey}
        // Switching to another window to copy a key keeps it too.
        onBlur={() => !title && document.hasFocus() && onLeave()}
        className="h-8 w-full rounded-md border border-line-control bg-surface px-2.5 max-md:h-10 max-md:text-lg"
      />
      <div
        id={id}
        role="listbox"
        aria-label="Tickets"
        tabIndex={-1}
        className={classNames(
          'absolute inset-x-0 bottom-full z-[5] mb-1 hidden rounded-lg border border-line bg-surface p-1 shadow-menu',
          options.length > 0 && 'group-focus-within:block',
        )}
      >
        {options.map((subject, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the combobox, which keeps the focus
          <div
            key={subject.ticket?.id ?? 'title'}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(subject)}
            className={classNames(
              'flex min-h-8 items-center gap-2 rounded-sm px-2 hover:bg-hover pointer-coarse:min-h-11',
              index === active && 'bg-hover',
            )}
          >
            {subject.ticket ? (
              <>
                <TicketKey className="w-20 shrink-0 truncate">{subject.ticket.key}</TicketKey>
                <span className="truncate">{subject.title}</span>
              </>
            ) : (
              <span className="truncate">“{subject.title}” without a ticket</span>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}
