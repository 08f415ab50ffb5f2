'use client';

import { useId } from 'react';
import { SaveStatus } from '#/components/settings/save-status.tsx';
import { useSaving } from '#/components/settings/use-saving.ts';
import { useEditSettings } from '#/components/settings/use-settings.ts';
import type { UserSettings } from '#/lib/accounts/users/user.ts';
import { useMe } from '#/lib/client/live/use-live.tsx';

type Policy = UserSettings['conflictPolicy'];

const POLICIES: readonly { policy: Policy; title: string; about: string }[] = [
  {
    policy: 'ask',
    title: 'Ask',
    about: 'You’re told that another timer is running, and can switch with one click.',
  },
  {
    policy: 'last_resume_wins',
    title: 'The last one wins',
    about: 'The other timer is stopped (or paused, if you resume).',
  },
];

/** What a start or resume does when another timer is already running, on another device or through the API. */
export function TimerSettings() {
  const saving = useSaving(useMe().user, useEditSettings());
  const { shown, save } = saving;
  return (
    <div className="grid max-w-[560px] gap-4">
      <fieldset className="grid gap-3">
        <legend className="mb-2 font-medium">If another timer is already running</legend>
        {POLICIES.map((one) => (
          <PolicyChoice
            key={one.policy}
            {...one}
            isChosen={shown.conflict_policy === one.policy}
            onChoose={() => save({ conflict_policy: one.policy })}
          />
        ))}
      </fieldset>
      <SaveStatus saving={saving} />
    </div>
  );
}

type PolicyChoiceProps = (typeof POLICIES)[number] & { isChosen: boolean; onChoose: () => void };

function PolicyChoice({ policy, title, about, isChosen, onChoose }: PolicyChoiceProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      <label className="grid place-items-center pointer-coarse:-ml-3.5 pointer-coarse:size-11">
        <input
          id={id}
          type="radio"
          name="conflict_policy"
          value={policy}
          checked={isChosen}
          aria-describedby={`${id}-about`}
          onChange={onChoose}
          className="size-4 appearance-none rounded-full border border-line-control bg-surface checked:border-[5px] checked:border-ink forced-colors:appearance-auto"
        />
      </label>
      <label htmlFor={id} className="pointer-coarse:content-center">
        {title}
      </label>
      <p id={`${id}-about`} className="col-start-2 text-xs text-text-3">
        {about}
      </p>
    </div>
  );
}
