'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { EffectLine } from '#/components/corrections/effect-line.tsx';
import { useNames } from '#/components/corrections/use-names.ts';
import { EntryFormFoot } from '#/components/entries/entry-form-foot.tsx';
import { useEntryForm } from '#/components/entries/use-entry-form.ts';
import { Modal } from '#/components/ui/dialog/modal.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { formatEditError, formatOutdated } from '#/lib/client/corrections/correction-errors.ts';
import { CORRECTIONS_KEY, previewRevertQuery } from '#/lib/client/corrections/correction-queries.ts';
import { needsReason, notifiedUsers } from '#/lib/client/corrections/format-correction.ts';
import { createOnce } from '#/lib/client/http/create-once.ts';
import { useIsOffline, useLive, useMe, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { counted } from '#/lib/client/time/format-time.ts';
import { TIMERS_KEY } from '#/lib/client/timers/timer-keys.ts';
import type { CorrectionResponseJson } from '#/lib/tracking/corrections/correction-schemas.ts';

type Props = { correctionId: string; onClose: () => void };

/** Previews a revert, and asks for the reason; restores each of its timers. */
export function RevertCorrection({ correctionId, onClose }: Props) {
  const { http, toasts } = useLive();
  const me = useMe();
  const style = useTimeStyle();
  const nameOf = useNames();
  const client = useQueryClient();
  const preview = useQuery(previewRevertQuery((path, ask) => http.send(path, ask), correctionId));
  const effect = preview.error ? null : (preview.data?.effect ?? null);
  const [reason, setReason] = useState('');
  const { isBusy, problem, setProblem, send } = useEntryForm(onClose);
  const isNeeded = effect !== null && needsReason(effect, me.user.id);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!effect) return;
    void send(async () => {
      const body = { reason: reason.trim() };
      await createOnce<CorrectionResponseJson>(http, { path: `/corrections/${correctionId}/revert`, body });
      void client.invalidateQueries({ queryKey: CORRECTIONS_KEY });
      void client.invalidateQueries({ queryKey: TIMERS_KEY });
      toasts.show({ icon: 'check', lead: 'Correction reverted.', text: 'Everything is as it was before.' });
    });
  };
  const count = effect?.timers.length ?? 1;
  return (
    <Modal title="Revert the correction" onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <div>
          <p className="text-text-2">
            {count === 1
              ? 'The timer returns to its previous times, details, and owner.'
              : `All ${counted(count, 'timer')} return to their previous times, details, and owners.`}{' '}
            The revert is recorded in the log, too.
          </p>
          <EffectLine
            effect={effect}
            isAsked={!preview.error}
            isOffline={useIsOffline()}
            rejection={formatOutdated(preview.error) ?? formatEditError(preview.error, style, false)}
            notified={effect ? notifiedUsers(effect, me.user.id).map((userId) => nameOf(userId)) : []}
            nameOf={nameOf}
          />
        </div>
        <TextField
          label={isNeeded ? 'Reason' : 'Reason (optional)'}
          data-autofocus
          autoComplete="off"
          spellCheck
          maxLength={500}
          value={reason}
          onChange={(event) => {
            setProblem(null);
            setReason(event.target.value);
          }}
        />
        <EntryFormFoot problem={problem} isBusy={isBusy} verb="Revert" busyVerb="Reverting…" />
      </form>
    </Modal>
  );
}
