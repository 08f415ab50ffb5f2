'use client';

import { useState } from 'react';
import type { TicketSourceActions } from '#/components/ticket-sources/ticket-source-actions.ts';
import { Button } from '#/components/ui/button.tsx';
import { CancelButton } from '#/components/ui/dialog/close-guard.tsx';
import { ModalFoot } from '#/components/ui/dialog/modal.tsx';
import { FormProblem } from '#/components/ui/form/form-problem.tsx';
import { SelectField } from '#/components/ui/form/select-field.tsx';
import { switchClass } from '#/components/ui/form/switch.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { useForm } from '#/components/ui/form/use-form.ts';
import type { TicketSourceJson } from '#/lib/tracking/ticket-sources/ticket-source-schemas.ts';
import type { WorklogsJson } from '#/lib/tracking/worklogs/worklog-schemas.ts';

type Props = {
  source: TicketSourceJson;
  worklogs: WorklogsJson;
  action: TicketSourceActions['setWorklogs'];
  onSaved: () => void;
};
type Tracker = NonNullable<WorklogsJson['tracker']>;

const TOKEN_HINTS: Record<Tracker, string> = {
  gitlab: 'A project, group, or personal access token with the scope api',
  jira_cloud: 'An API token of that account',
  jira_data_center: 'A personal access token',
};
const URL_HINTS: Record<Tracker, string> = {
  gitlab: 'For example https://gitlab.com',
  jira_cloud: 'For example https://acme.atlassian.net',
  jira_data_center: 'For example https://jira.acme.dev',
};

/** Whether worklogs are pushed, where, with which account, and since when. */
export function WorklogsForm({ source, worklogs, action, onSaved }: Props) {
  const { form, isBusy, message, errorOf } = useForm(action, onSaved);
  const isJira = source.provider === 'jira';
  const [tracker, setTracker] = useState<Tracker>(worklogs.tracker ?? (isJira ? 'jira_cloud' : 'gitlab'));
  const [url, setUrl] = useState(worklogs.base_url ?? '');
  const isCloud = tracker === 'jira_cloud';
  const { pushed, waiting, failed } = worklogs.counts;
  const isElsewhere = tracker !== worklogs.tracker || url.trim().replace(/\/+$/, '') !== worklogs.base_url;
  const leavesSome = worklogs.tracker !== null && isElsewhere && pushed + waiting + failed > 0;
  return (
    <form {...form} className="grid gap-4">
      <input type="hidden" name="id" value={source.id} />
      {!isJira && <input type="hidden" name="tracker" value="gitlab" />}
      <Choice
        name="enabled"
        label="Push worklogs"
        hint="Sessions that end from now on. Turning it off keeps the worklogs already pushed."
        isOn={worklogs.state === 'on' || worklogs.state === 'paused'}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {isJira && (
          <SelectField
            label="Edition"
            name="tracker"
            value={tracker}
            onChange={(event) => setTracker(event.target.value as Tracker)}
            error={errorOf('tracker')}
          >
            <option value="jira_cloud">Jira Cloud</option>
            <option value="jira_data_center">Jira Data Center</option>
          </SelectField>
        )}
        <TextField
          label="URL"
          name="base_url"
          type="url"
          autoComplete="off"
          hint={URL_HINTS[tracker]}
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          error={errorOf('base_url')}
        />
        {isCloud && (
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="off"
            hint="Of the account that logs all time"
            defaultValue={worklogs.email ?? ''}
            error={errorOf('email')}
          />
        )}
        <TextField
          label="Token"
          name="token"
          type="password"
          autoComplete="off"
          hint={worklogs.tracker && !isElsewhere ? 'Leave empty to keep the one in use' : TOKEN_HINTS[tracker]}
          error={errorOf('token')}
        />
        <TextField
          label="Also push days from"
          name="from_date"
          type="date"
          hint="Optional. Includes sessions that have already ended."
          defaultValue={worklogs.from_date ?? ''}
          error={errorOf('from_date')}
        />
      </div>
      {leavesSome && (
        <Choice
          name="keep_pushed"
          label="Leave pushed worklogs where they are"
          hint="They are no longer updated. To delete them, choose Remove all before you change this."
          isOn={false}
        />
      )}
      <Choice
        name="names_author"
        label="Name the member"
        hint="All time is logged by the token’s account. Each comment begins with the member’s name."
        isOn={worklogs.names_author}
      />
      {isJira && (
        <Choice
          name="adjusts_estimate"
          label="Reduce the remaining estimate"
          hint="By the time that is pushed, as Jira does for time logged by hand."
          isOn={worklogs.adjusts_estimate}
        />
      )}
      <ModalFoot problem={message && <FormProblem text={message} />}>
        <CancelButton>Close</CancelButton>
        <Button type="submit" variant="ink" busy={isBusy} busyLabel="Saving…">
          Save
        </Button>
      </ModalFoot>
    </form>
  );
}

type ChoiceProps = { name: string; label: string; hint: string; isOn: boolean };

function Choice({ name, label, hint, isOn }: ChoiceProps) {
  return (
    <label className="flex items-start gap-3">
      <input type="checkbox" name={name} defaultChecked={isOn} className={switchClass} />
      <span>
        <span className="block font-medium">{label}</span>
        <span className="block text-xs text-text-3">{hint}</span>
      </span>
    </label>
  );
}
