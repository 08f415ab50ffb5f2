'use client';

import { useId } from 'react';
import { ComposerList } from '#/components/composer/composer-list.tsx';
import { useTicketChoice } from '#/components/entries/use-ticket-choice.ts';
import { TextField, type TextFieldProps } from '#/components/ui/form/text-field.tsx';

type TicketFieldProps = Omit<TextFieldProps, 'value' | 'onChange'> & {
  value: string;
  onChange: (value: string) => void;
};

/** A field for a ticket, with matches below it while typing. It floats, so nothing moves. */
export function TicketField({ value, onChange, className, ...rest }: TicketFieldProps) {
  const listId = useId();
  const { tickets, active, choose, handleKey, show } = useTicketChoice(value, ({ key }) => onChange(key));
  const isOpen = tickets.length > 0;
  return (
    <div className={`relative ${className ?? ''}`}>
      <TextField
        {...rest}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active === null ? undefined : `${listId}-${active}`}
        value={value}
        onChange={(event) => {
          show(true);
          onChange(event.target.value);
        }}
        onKeyDown={handleKey}
        onBlur={() => show(false)}
      />
      {isOpen && (
        <div className="absolute top-full right-[calc(-100%-8px)] left-0 z-20 mt-1 animate-rise rounded-lg border border-line bg-surface shadow-menu">
          <ComposerList
            id={listId}
            options={tickets.map((ticket) => ({ kind: 'ticket', ticket }))}
            active={active}
            onChoose={(option) => option.kind === 'ticket' && choose(option.ticket)}
          />
        </div>
      )}
    </div>
  );
}
