'use client';

import { useQuery } from '@tanstack/react-query';
import { useNames } from '#/components/corrections/use-names.ts';
import { SubjectFields } from '#/components/entries/subject-fields.tsx';
import { SelectField } from '#/components/ui/form/select-field.tsx';
import { type Draft, isOverIn } from '#/lib/client/corrections/correction-draft.ts';
import type { SubjectProblem } from '#/lib/client/entries/typed-subject.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { membersQuery } from '#/lib/client/members/member-queries.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type Props = { timer: TimerJson; draft: Draft; problem: SubjectProblem | null; onChange: (draft: Draft) => void };

/** The subject and the owner of the time. */
export function AboutFields({ timer, draft, problem, onChange }: Props) {
  const { http } = useLive();
  const { data } = useQuery(membersQuery(http));
  const hasEnded = isOverIn(draft, timer);
  const members = data?.members ?? [];
  const nameOf = useNames();
  const isKnown = members.some(({ user_id }) => user_id === draft.userId);
  return (
    <div className="mt-5 grid items-end gap-x-4 gap-y-3 md:grid-cols-[minmax(0,1fr)_224px]">
      <SubjectFields
        subject={draft.subject}
        problem={problem}
        onChange={(subject) => onChange({ ...draft, subject })}
      />
      <SelectField
        label="Owner"
        value={draft.userId}
        disabled={!hasEnded}
        hint={hasEnded ? undefined : 'Stop the timer to change its owner'}
        onChange={(event) => onChange({ ...draft, userId: event.target.value })}
      >
        {!isKnown && <option value={draft.userId}>{nameOf(draft.userId)}</option>}
        {members.map(({ user_id, name }) => (
          <option key={user_id} value={user_id}>
            {name}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
