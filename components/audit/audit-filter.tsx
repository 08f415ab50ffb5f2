'use client';

import type { Ref } from 'react';
import { usePeople } from '#/components/corrections/use-names.ts';
import { Button } from '#/components/ui/button.tsx';
import { SelectField } from '#/components/ui/form/select-field.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { AUDIT_GROUPS, type AuditView, isEverything, UNFILTERED_VIEW } from '#/lib/client/audit/audit-view.ts';

type Props = { ref: Ref<HTMLElement>; view: AuditView; onShow: (change: Partial<AuditView>) => void };

/** Who, what, whose and when; each choice filters the list at once. */
export function AuditFilter({ ref, view, onShow }: Props) {
  const field = (name: keyof AuditView) => ({
    value: view[name],
    onChange: ({ target }: { target: { value: string } }) => onShow({ [name]: target.value }),
  });
  const people = usePeople().map(({ userId, name }) => (
    <option key={userId} value={userId}>
      {name}
    </option>
  ));
  return (
    <search
      ref={ref}
      aria-label="Filter"
      className="mb-3 grid items-end min-[384px]:grid-cols-2 gap-x-2 gap-y-3 md:grid-cols-3 lg:flex [&>*]:min-w-0 lg:[&>div]:w-44"
    >
      <SelectField label="Who did it" {...field('actor')}>
        <option value="">Anyone</option>
        {people}
      </SelectField>
      <SelectField label="What" {...field('type')}>
        <option value="">Any</option>
        {AUDIT_GROUPS.map(([group, text]) => (
          <option key={group} value={group}>
            {text}
          </option>
        ))}
      </SelectField>
      <SelectField label="Whose" {...field('user')}>
        <option value="">Anyone’s</option>
        {people}
      </SelectField>
      <TextField label="From" type="date" max={view.to || undefined} {...field('from')} />
      <TextField label="Through" type="date" min={view.from || undefined} {...field('to')} />
      {!isEverything(view) && (
        <Button variant="ghost" className="max-md:h-10" onClick={() => onShow(UNFILTERED_VIEW)}>
          Clear filters
        </Button>
      )}
    </search>
  );
}
