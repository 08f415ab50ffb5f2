'use client';

import { type FocusEvent, useRef, useState } from 'react';
import { FormProblem } from '#/components/accounts/form-problem.tsx';
import { TimeZoneSelect } from '#/components/accounts/time-zone-select.tsx';
import { useForm } from '#/components/accounts/use-form.ts';
import { TextField } from '#/components/ui/text-field.tsx';
import type { FormOutcome } from '#/lib/accounts/form-outcome.ts';

type Props = {
  user: { name: string; email: string; timeZone: string };
  zones: string[];
  action: (form: FormData) => Promise<FormOutcome>;
};

/** Saved as it is changed: a name when its field is left, a zone when it is chosen. */
export function ProfileForm({ user, zones, action }: Props) {
  const [isSaved, setIsSaved] = useState(false);
  const sentName = useRef(user.name);
  const { form, isBusy, message, errorOf } = useForm(action, () => setIsSaved(true));

  function save() {
    setIsSaved(false);
    // After React has put the chosen value into the form.
    queueMicrotask(() => form.ref.current?.requestSubmit());
  }

  function saveName(event: FocusEvent<HTMLInputElement>) {
    const name = event.target.value.trim();
    if (name !== sentName.current) save();
    sentName.current = name;
  }

  return (
    <form {...form} className="grid max-w-[440px] gap-4">
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        defaultValue={user.name}
        error={errorOf('name')}
        onBlur={saveName}
      />
      <div className="grid gap-1">
        <span className="font-medium">E-mail</span>
        <span className="text-text-2">{user.email}</span>
      </div>
      <TimeZoneSelect
        zones={zones}
        value={user.timeZone}
        onChange={save}
        error={errorOf('time_zone')}
        hint="Days and reports begin at midnight here"
      />
      <FormProblem words={message} />
      <p role="status" className="-mt-3 -mb-5 h-5 text-text-2">
        {isBusy ? 'Saving…' : isSaved && !message && 'Saved'}
      </p>
    </form>
  );
}
