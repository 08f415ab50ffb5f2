'use client';

import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { AboutFields } from '#/components/corrections/about-fields.tsx';
import { CompareRail } from '#/components/corrections/compare-rail.tsx';
import { EditorHead } from '#/components/corrections/editor-head.tsx';
import { EffectLine } from '#/components/corrections/effect-line.tsx';
import { ReasonField } from '#/components/corrections/reason-field.tsx';
import { SaveButtons } from '#/components/corrections/save-buttons.tsx';
import { SpanTable } from '#/components/corrections/span-table.tsx';
import { TimerConflict } from '#/components/corrections/timer-conflict.tsx';
import { useCorrection } from '#/components/corrections/use-correction.ts';
import { useNames } from '#/components/corrections/use-names.ts';
import type { SavedDrafts } from '#/components/corrections/use-saved-drafts.ts';
import { useUndoCorrection } from '#/components/corrections/use-undo-correction.ts';
import { useInvalidFocus } from '#/components/ui/form/use-invalid-focus.ts';
import { type Draft, withSplit } from '#/lib/client/corrections/correction-draft.ts';
import { formatEditError, overlapProblem } from '#/lib/client/corrections/correction-errors.ts';
import { withoutTyped } from '#/lib/client/corrections/correction-typing.ts';
import { needsReason, notifiedUsers } from '#/lib/client/corrections/format-correction.ts';
import { useIsOffline, useLive, useMe, useServerNow, useShortcuts, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { formatClockChanges } from '#/lib/client/time/format-clock-changes.ts';
import { spanEnd } from '#/lib/client/timers/elapsed.ts';
import { MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';
import type { OwnerJson } from '#/lib/tracking/corrections/team-timer-schemas.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type Props = { timer: TimerJson; owner: OwnerJson; savedDrafts: SavedDrafts };

/** A timer's recorded time and subject, with a preview of the correction before it is saved. */
export function CorrectionEditor({ timer: latest, owner, savedDrafts }: Props) {
  const mine = useTimeStyle();
  const me = useMe();
  const { clock } = useLive();
  const minute = useServerNow(MINUTE_MS);
  const now = Math.max(minute, latestInstant(latest));
  const nameOf = useNames();
  const isOffline = useIsOffline();
  const onSaved = useUndoCorrection();
  const [zone, setZone] = useState<'owner' | 'mine'>('owner');
  const style = useMemo(
    () => (zone === 'mine' ? mine : { ...mine, timeZone: owner.time_zone, dayStartHour: owner.day_start_hour }),
    [zone, mine, owner],
  );
  const form = useRef<HTMLFormElement>(null);
  const focusInvalid = useInvalidFocus(form);
  const it = useCorrection(latest, {
    now,
    savedDrafts,
    onSaved: (response) => {
      leaveButton(form.current);
      onSaved(response);
    },
    onRejected: focusInvalid,
  });
  const { draft, base } = it;
  const isDeleted = base.status === 'discarded' && draft.status !== 'restored';
  const isGone = isDeleted || draft.status === 'discarded';
  const before = base.status === 'discarded' ? [] : recordedOf(base, now);
  const split = (key: string) => it.change(withSplit(draft, key, now));
  useSplitKeys(form, isGone ? null : (row) => split(row ?? longestOf(draft, now)));
  const save = (event: KeyboardEvent) => {
    event.preventDefault();
    if (!isOffline) it.save();
  };
  const problem = isGone ? null : (it.localProblem ?? overlapProblem(it.error, draft, style));
  const isOthers = owner.user_id !== me.user.id || draft.userId !== me.user.id;
  return (
    <form
      ref={form}
      tabIndex={-1}
      className="outline-none"
      noValidate
      aria-label="Correction"
      aria-busy={it.isSaving}
      // Enter in a field only accepts its text; the effect is shown before it is saved.
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => event.key === 'Enter' && (event.metaKey || event.ctrlKey) && save(event)}
    >
      <EditorHead
        timer={base}
        owner={owner}
        draft={draft}
        style={style}
        zone={zone}
        isOtherZone={owner.time_zone !== mine.timeZone}
        notes={formatClockChanges([...before, ...(isGone ? [] : closedAt(draft, now))], style)}
        secondNow={() => Math.floor(clock.now() / SECOND_MS) * SECOND_MS}
        onZone={(next) => {
          setZone(next);
          it.change(withoutTyped(draft));
        }}
        onChange={it.change}
        onSplit={isGone ? null : () => split(longestOf(draft, now))}
      />
      {it.theirs && it.isChanged && (
        <TimerConflict theirs={it.theirs} style={style} onTake={it.take} onKeep={it.keepOver} />
      )}
      <div className="mt-6 md:mt-8">
        <CompareRail before={before} draft={draft} isGone={isGone} style={style} now={now} onChange={it.change} />
      </div>
      {!isGone && (
        <div className="mt-4 md:mt-6">
          <SpanTable timer={base} draft={draft} style={style} now={now} problem={problem} onChange={it.change} />
        </div>
      )}
      {!isGone && <AboutFields timer={base} draft={draft} problem={it.subjectProblem} onChange={it.change} />}
      <ReasonField
        reason={it.reason}
        isNeeded={isOthers || (it.effect !== null && needsReason(it.effect, me.user.id))}
        error={it.error}
        onChange={it.setReason}
      >
        <SaveButtons
          canDiscard={it.isChanged || it.reason !== ''}
          canSave={it.canSave && !isOffline}
          isSaving={it.isSaving}
          onDiscard={() => {
            leaveButton(form.current);
            it.discard();
          }}
          onSave={it.save}
        />
      </ReasonField>
      <EffectLine
        effect={it.effect}
        isAsked={it.isAsked && !it.error}
        isOffline={isOffline}
        rejection={problem ? null : formatEditError(it.error, style, it.canSave)}
        notified={it.effect ? notifiedUsers(it.effect, me.user.id).map((userId) => nameOf(userId)) : []}
        nameOf={nameOf}
      />
    </form>
  );
}

/** With nothing left to save or to discard both buttons are disabled, and the focus would move to the body. */
function leaveButton(form: HTMLFormElement | null): void {
  if (document.activeElement instanceof HTMLButtonElement && form?.contains(document.activeElement)) form.focus();
}

/** M goes to the ticket; X splits the focused span, else the longest. */
function useSplitKeys(form: { current: HTMLFormElement | null }, onSplit: ((row: string | undefined) => void) | null) {
  useShortcuts(
    useMemo(() => {
      const focusTicket = () => form.current?.querySelector<HTMLElement>('[role=combobox]')?.focus();
      const split = () => {
        const focused = document.activeElement;
        // There it selects a timer.
        if (focused?.closest('[data-queue]:not([aria-current])')) return;
        onSplit?.(focused?.closest<HTMLElement>('[data-span-row]')?.dataset.spanRow);
      };
      return { m: focusTicket, x: onSplit ? split : undefined };
    }, [form, onSplit]),
  );
}

/** The recorded spans; a running one up to now. */
function recordedOf(timer: TimerJson, now: number) {
  return timer.spans.map((span) => {
    const from = Date.parse(span.started_at);
    return { from, to: Math.max(from, spanEnd(span, timer, now)) };
  });
}

function closedAt({ spans }: Draft, now: number) {
  return spans.map(({ from, to }) => ({ from, to: Math.max(from, to ?? now) }));
}

/** A time recorded in the current minute is not in the future. */
function latestInstant({ spans }: TimerJson): number {
  return Math.max(
    ...spans
      .flatMap(({ started_at, ended_at }) => [started_at, ended_at].map((at) => Date.parse(at ?? '')))
      .filter(Number.isFinite),
  );
}

function longestOf({ spans }: Draft, now: number): string {
  const sorted = spans.toSorted((one, other) => (other.to ?? now) - other.from - ((one.to ?? now) - one.from));
  return sorted[0]?.key ?? '';
}
