'use client';

import { useQuery } from '@tanstack/react-query';
import { SelectField } from '#/components/ui/form/select-field.tsx';
import { useLive, useMay, useMe } from '#/lib/client/live/use-live.tsx';
import { membersQuery } from '#/lib/client/members/member-queries.ts';
import { counted } from '#/lib/client/time/format-time.ts';
import type { ImportJson, ImportMappingJson } from '#/lib/tracking/imports/import-schemas.ts';

type Props = {
  one: ImportJson;
  mapping: ImportMappingJson;
  onChange: (change: Partial<ImportMappingJson>) => void;
};

const NOBODY = 'nobody';

/** The owners of the entries. A person who may not correct everyone's time can choose only themselves or no one. */
export function ImportPeople({ one, mapping, onChange }: Props) {
  const { http } = useLive();
  const { user } = useMe();
  const mayForOthers = useMay('admin:corrections');
  const members = useQuery({ ...membersQuery(http), enabled: mayForOthers }).data?.members ?? [];
  const choices = mayForOthers ? members.map(({ user_id, name }) => ({ id: user_id, name })) : [user];
  if (one.people.length === 0) return <p className="mt-2 text-text-3">Check the file to see who’s in it.</p>;
  const choose = (name: string, value: string) => {
    const { [name]: _before, ...rest } = mapping.people;
    const chosen = value === '' ? {} : { [name]: value === NOBODY ? null : value };
    onChange({ people: { ...rest, ...chosen } });
  };
  return (
    <div className="mt-3 grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
      {one.people.map(({ name, entries, user_id }) => (
        <SelectField
          key={name}
          label={name || 'No name'}
          hint={counted(entries, 'entry', 'entries')}
          value={Object.hasOwn(mapping.people, name) ? (mapping.people[name] ?? NOBODY) : (user_id ?? '')}
          onChange={({ target }) => choose(name, target.value)}
        >
          <option value="">Choose a member…</option>
          <option value={NOBODY}>Leave out</option>
          {choices.map((member) => (
            <option key={member.id} value={member.id}>
              {member.name}
            </option>
          ))}
        </SelectField>
      ))}
    </div>
  );
}
