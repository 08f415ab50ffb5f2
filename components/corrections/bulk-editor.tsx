'use client';

import { type KeyboardEvent, useRef, useState } from 'react';
import { BulkFields } from '#/components/corrections/bulk-fields.tsx';
import { EffectLine } from '#/components/corrections/effect-line.tsx';
import { ReasonField } from '#/components/corrections/reason-field.tsx';
import { SaveButtons } from '#/components/corrections/save-buttons.tsx';
import type { ChosenTimers } from '#/components/corrections/use-chosen.ts';
import { usePreview, useSaving } from '#/components/corrections/use-correction.ts';
import { useNames } from '#/components/corrections/use-names.ts';
import { useUndoCorrection } from '#/components/corrections/use-undo-correction.ts';
import { useInvalidFocus } from '#/components/ui/form/use-invalid-focus.ts';
import { type Bulk, bulkEdit, NO_BULK } from '#/lib/client/corrections/bulk-edit.ts';
import { formatEditError, formatOutdated } from '#/lib/client/corrections/correction-errors.ts';
import { needsReason, notifiedUsers } from '#/lib/client/corrections/format-correction.ts';
import { useIsOffline, useMe, useServerNow, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { counted, formatDuration } from '#/lib/client/time/format-time.ts';
import { elapsedMs } from '#/lib/client/timers/elapsed.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';

/** Several timers corrected together: stopped, ended at a time, tagged, moved; all of them or none. */
export function BulkEditor({ chosen }: { chosen: ChosenTimers }) {
  const { rows, clear } = chosen;
  const style = useTimeStyle();
  const me = useMe();
  const nameOf = useNames();
  const now = useServerNow(MINUTE_MS);
  const isOffline = useIsOffline();
  const onSaved = useUndoCorrection();
  const saving = useSaving();
  const form = useRef<HTMLFormElement>(null);
  const focusInvalid = useInvalidFocus(form);
  const [bulk, setBulk] = useState(NO_BULK);
  const [reason, setReason] = useState('');
  const result = bulkEdit(bulk, rows, style);
  const drafts = 'drafts' in result ? result.drafts : [];
  const body = drafts.length > 0 ? { timers: drafts } : null;
  const { effect, error: rejected } = usePreview(body);
  const error = saving.rejection ?? rejected;
  const canSave = body !== null && effect !== null && !isOffline;
  const people = new Set(rows.map(({ owner }) => owner.user_id));
  const isOthers = [...people].some((userId) => userId !== me.user.id);
  const save = async () => {
    if (!body || !canSave) return;
    const response = await saving.send({ ...body, reason: reason.trim() });
    if (!response) return focusInvalid();
    onSaved(response);
    clear();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) clear();
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    void save();
  };
  return (
    <form
      ref={form}
      noValidate
      aria-label="Correct several timers"
      aria-busy={saving.isBusy}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={handleKey}
    >
      <h2 className="text-lg font-semibold">{counted(rows.length, 'timer')}</h2>
      <p className="text-text-2">
        {people.size === 1 ? rows[0]?.owner.name : `of ${counted(people.size, 'person', 'people')}`},{' '}
        {formatDuration(rows.reduce((sum, { timer }) => sum + elapsedMs(timer, now), 0))}
        <span className="text-text-3">, each in its owner’s time zone</span>
      </p>
      <BulkFields
        bulk={bulk}
        problem={'problem' in result ? result.problem : null}
        onChange={(next: Bulk) => {
          if (saving.isBusy) return;
          saving.clearError();
          setBulk(next);
        }}
      />
      <ReasonField
        reason={reason}
        isNeeded={isOthers || (effect !== null && needsReason(effect, me.user.id))}
        error={error}
        onChange={(text) => {
          if (saving.isBusy) return;
          saving.clearError();
          setReason(text);
        }}
      >
        <SaveButtons
          discardLabel="Clear selection"
          canDiscard
          canSave={canSave}
          isSaving={saving.isBusy}
          onDiscard={clear}
          onSave={() => void save()}
        />
      </ReasonField>
      {!body && !('problem' in result) && <p className="mt-2 text-xs text-text-3">Nothing would change.</p>}
      <EffectLine
        effect={effect}
        isAsked={body !== null && !error}
        isOffline={isOffline}
        rejection={formatOutdated(error) ?? formatEditError(error, style, effect !== null)}
        notified={effect ? notifiedUsers(effect, me.user.id).map((userId) => nameOf(userId)) : []}
        nameOf={nameOf}
      />
    </form>
  );
}
