'use client';

import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { GROUP_LABELS, TYPE_LABELS } from '#/components/reports/report-labels.ts';
import { Button } from '#/components/ui/button.tsx';
import { InlineSelect } from '#/components/ui/form/inline-select.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { useTickets } from '#/lib/client/live/use-live.tsx';
import { FILTERS, type ReportFilter } from '#/lib/client/reports/report-view.ts';

type Props = {
  projects: ReadonlyMap<string, string>;
  onAdd: (filter: ReportFilter, value: string) => void;
  onClose: () => void;
};

/** One more filter: its kind, and its value. Esc closes it. */
export function FilterForm({ projects, onAdd, onClose }: Props) {
  const [name, setName] = useState<ReportFilter>('project');
  const [value, setValue] = useState('');
  const choose = (next: ReportFilter) => {
    setName(next);
    setValue('');
  };
  const add = (event: FormEvent) => {
    event.preventDefault();
    const wanted = name === 'ticket' ? value.trim().toUpperCase() : value.trim();
    if (wanted) onAdd(name, wanted);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  return (
    <form
      aria-label="Add filter"
      onSubmit={add}
      onKeyDown={handleKey}
      className="flex min-w-0 flex-wrap items-center gap-2"
    >
      <InlineSelect
        // It was opened on request: the next key chooses.
        autoFocus
        label="Filter by"
        value={name}
        onChange={({ target }) => choose(target.value as ReportFilter)}
      >
        {FILTERS.map((filter) => (
          <option key={filter} value={filter}>
            {GROUP_LABELS[filter][0]}
          </option>
        ))}
      </InlineSelect>
      {name === 'project' || name === 'type' ? (
        <InlineSelect label={GROUP_LABELS[name][0]} value={value} onChange={({ target }) => setValue(target.value)}>
          <option value="">Choose…</option>
          {(name === 'project' ? [...projects, ['none', GROUP_LABELS.project[2]]] : Object.entries(TYPE_LABELS)).map(
            ([id, text]) => (
              <option key={id} value={id}>
                {text}
              </option>
            ),
          )}
        </InlineSelect>
      ) : (
        <TypedValue key={name} name={name} value={value} onType={setValue} />
      )}
      <Button type="submit" variant="soft" disabled={value.trim() === ''} className="max-md:h-10">
        Add
      </Button>
    </form>
  );
}

type TypedValueProps = { name: 'ticket' | 'tag'; value: string; onType: (value: string) => void };

function TypedValue({ name, value, onType }: TypedValueProps) {
  const list = useId();
  const tickets = useTickets('').data?.tickets ?? [];
  return (
    <>
      <TextField
        label={name === 'ticket' ? 'Key of the ticket' : 'Tag'}
        isLabelHidden
        placeholder={name === 'ticket' ? 'API-412' : 'backend'}
        list={name === 'ticket' ? list : undefined}
        maxLength={64}
        value={value}
        onChange={({ target }) => onType(target.value)}
      />
      {name === 'ticket' && (
        <datalist id={list}>
          {tickets.map(({ key, title }) => (
            <option key={key} value={key}>
              {title}
            </option>
          ))}
        </datalist>
      )}
    </>
  );
}
