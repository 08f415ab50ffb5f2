'use client';

import { TicketField } from '#/components/entries/ticket-field.tsx';
import { Segmented } from '#/components/ui/form/segmented.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import type { Bulk } from '#/lib/client/corrections/bulk-edit.ts';

type Props = { bulk: Bulk; problem: string | null; onChange: (bulk: Bulk) => void };

const KINDS: readonly (readonly [Bulk['kind'], string])[] = [
  ['stop', 'Stop'],
  ['end', 'End at'],
  ['tags', 'Tags'],
  ['ticket', 'Ticket'],
];

/** The changes to several timers. */
export function BulkFields({ bulk, problem, onChange }: Props) {
  const field = (name: 'end' | 'add' | 'remove') => ({
    autoComplete: 'off',
    spellCheck: false,
    value: bulk[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...bulk, [name]: target.value }),
  });
  return (
    <div className="mt-6 grid gap-4">
      <Segmented label="Action" options={KINDS} value={bulk.kind} onChange={(kind) => onChange({ ...bulk, kind })} />
      {bulk.kind === 'stop' && <p className="text-text-2">Stops every running or paused timer now.</p>}
      {bulk.kind === 'end' && (
        <TextField
          label="Last span ends at"
          className="max-w-64"
          placeholder="17:30"
          hint="On the day it starts, or the next day"
          error={problem}
          {...field('end')}
        />
      )}
      {bulk.kind === 'tags' && (
        <div className="grid max-w-[560px] grid-cols-2 items-start gap-2">
          <TextField
            label="Add tags"
            placeholder="backend, bug"
            className="min-w-0"
            error={problem}
            {...field('add')}
          />
          <TextField label="Remove tags" className="min-w-0" {...field('remove')} />
        </div>
      )}
      {bulk.kind === 'ticket' && (
        <TicketField
          label="Move to ticket"
          className="max-w-64"
          maxLength={2_000}
          placeholder="API-412"
          autoComplete="off"
          spellCheck={false}
          error={problem}
          value={bulk.ticket}
          onChange={(ticket) => onChange({ ...bulk, ticket })}
        />
      )}
    </div>
  );
}
