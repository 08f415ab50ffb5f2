'use client';

import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { TIMER_STATE_LABELS } from '#/components/corrections/timer-state-labels.ts';
import { usePeople } from '#/components/corrections/use-names.ts';
import { Button } from '#/components/ui/button.tsx';
import { SelectField } from '#/components/ui/form/select-field.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { type Find, findText } from '#/lib/client/corrections/correction-view.ts';
import { useFetchApi } from '#/lib/client/live/use-fetch-api.ts';
import { projectsQuery } from '#/lib/client/projects/project-queries.ts';
import { formatDuration } from '#/lib/client/time/format-time.ts';
import { LONG_SPAN_MS } from '#/lib/tracking/corrections/correction.ts';

const NOTHING: Find = { user_id: '', date: '', ticket: '', project_id: '', tag: '', status: '', flag: '' };
const STATES = Object.entries(TIMER_STATE_LABELS);
const FLAGS = [
  ['needs_attention', 'Needs attention'],
  ['needs_review', 'Needs review'],
  ['long', `Over ${formatDuration(LONG_SPAN_MS)} in one span`],
  ['capped', 'Stopped by the cap'],
  ['back_dated', 'Backdated'],
  ['entered', 'Added by hand'],
  ['corrected', 'Corrected'],
] as const;

type Props = { find: Find | null; onFind: (find: Find | null) => void; onClose: () => void };

/** Search by owner, day and subject; empty fields match everything. Esc returns to the queue. */
export function FindForm({ find, onFind, onClose }: Props) {
  const get = useFetchApi();
  const people = usePeople();
  const projects = useQuery(projectsQuery(get)).data?.projects ?? [];
  const [shown, setShown] = useState(find);
  const [fields, setFields] = useState(find ?? NOTHING);
  // Back and Forward change the search in the URL.
  if (findText(find) !== findText(shown)) {
    setShown(find);
    setFields(find ?? NOTHING);
  }
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('select')?.focus(), []);
  const field = (name: keyof Find) => ({
    value: fields[name],
    onChange: ({ target }: { target: { value: string } }) => setFields({ ...fields, [name]: target.value }),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onFind(Object.values(fields).some(Boolean) ? fields : null);
  };
  return (
    <form
      ref={form}
      aria-label="Find a member’s day"
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      className="mb-4 grid gap-3 border-b border-line px-4 pb-4 md:px-8 xl:pr-4"
    >
      <SelectField label="Member" {...field('user_id')}>
        <option value="">Everyone</option>
        {people.map(({ userId, name }) => (
          <option key={userId} value={userId}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Day"
        type="date"
        className="min-w-0"
        hint="In the member’s time zone; for everyone, in yours"
        {...field('date')}
      />
      <div className="grid grid-cols-2 items-start gap-2">
        <TextField label="Ticket" maxLength={64} autoComplete="off" className="min-w-0" {...field('ticket')} />
        <SelectField label="Project" {...field('project_id')}>
          <option value="">Any</option>
          {projects.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <TextField label="Tag" maxLength={60} autoComplete="off" className="min-w-0" {...field('tag')} />
      <div className="grid grid-cols-2 items-start gap-2">
        <SelectField label="State" {...field('status')}>
          <option value="">Not deleted</option>
          {STATES.map(([state, text]) => (
            <option key={state} value={state}>
              {text}
            </option>
          ))}
        </SelectField>
        <SelectField label="Possible problem" {...field('flag')}>
          <option value="">Any</option>
          {FLAGS.map(([flag, text]) => (
            <option key={flag} value={flag}>
              {text}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={onClose}>
          Back to the queue
        </Button>
        <Button type="submit" variant="outline" icon="search">
          Find
        </Button>
      </div>
    </form>
  );
}
