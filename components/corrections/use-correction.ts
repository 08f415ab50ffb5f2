'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SavedDraft, SavedDrafts } from '#/components/corrections/use-saved-drafts.ts';
import { useDebounced } from '#/components/ui/use-debounced.ts';
import { type Draft, draftOf } from '#/lib/client/corrections/correction-draft.ts';
import { readEdit } from '#/lib/client/corrections/correction-edit.ts';
import { CORRECTIONS_KEY, previewQuery } from '#/lib/client/corrections/correction-queries.ts';
import { rebased } from '#/lib/client/corrections/correction-rebase.ts';
import { isUnread, spanProblem } from '#/lib/client/corrections/correction-typing.ts';
import { createOnce } from '#/lib/client/http/create-once.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { TIMERS_KEY } from '#/lib/client/timers/timer-keys.ts';
import { conflictingTimer } from '#/lib/client/timers/timer-results.ts';
import type { CorrectionResponseJson, CreateCorrectionBody } from '#/lib/tracking/corrections/correction-schemas.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type Parts = {
  now: number;
  /** Unsaved drafts of other timers, and an earlier one of this timer. */
  savedDrafts: SavedDrafts;
  onSaved: (response: CorrectionResponseJson) => void;
  /** Called when the error is on the page. */
  onRejected: () => void;
};

/** A timer being corrected: its state when that began, the draft, its effect, and saving it. */
export function useCorrection(latest: TimerJson, { now, savedDrafts, onSaved, onRejected }: Parts) {
  const [{ base, draft, reason }, setBegun] = useState<SavedDraft>(() => savedDrafts.of(latest.id) ?? begunOn(latest));
  const result = readEdit(draft, base);
  const edit = 'edit' in result ? result.edit : null;
  const local = spanProblem(draft, now);
  const isSound = !local && !isUnread(draft) && 'edit' in result;
  const isChanged = edit !== null || !isSound;
  const body = edit && isSound ? { timers: [edit] } : null;
  const preview = usePreview(body);
  const saving = useSaving();
  const change = (next: Partial<SavedDraft>) => {
    // Text typed while it is being saved would belong to neither version.
    if (saving.isBusy) return;
    saving.clearError();
    setBegun((begun) => ({ ...begun, ...next }));
  };
  const fill = (timer: TimerJson) => change(begunOn(timer));
  // Nothing was edited: shows the current state.
  if (latest.version > base.version && !isChanged) setBegun({ ...begunOn(latest), reason });
  const { keep } = savedDrafts;
  useEffect(() => {
    keep(base.id, isChanged || reason ? { base, draft, reason } : null);
  }, [keep, base, draft, reason, isChanged]);

  const canSave = body !== null && preview.effect !== null;
  const save = async () => {
    if (!body || !canSave) return;
    const response = await saving.send({ ...body, reason: reason.trim() });
    if (!response) return onRejected();
    setBegun(begunOn(response.effect.timers[0]?.after ?? base));
    onSaved(response);
  };
  const error = saving.rejection ?? preview.error;
  return {
    base,
    draft,
    reason,
    isChanged,
    /** There is a change, and it is allowed. */
    isAsked: body !== null,
    /** The effect is known. */
    canSave,
    isSaving: saving.isBusy,
    effect: preview.effect,
    localProblem: local,
    subjectProblem: 'problem' in result ? result.problem : null,
    error,
    /** The timer as another person has changed it meanwhile. */
    theirs: latest.version > base.version ? latest : conflictingTimer(error),
    change: (next: Draft) => change({ draft: next }),
    setReason: (text: string) => change({ reason: text }),
    save: () => void save(),
    discard: () => fill(base),
    /** Discards the draft for the current state. */
    take: fill,
    /** Keeps the changes, on the current version. */
    keepOver: (timer: TimerJson) => change({ base: timer, draft: rebased(draft, base, timer) }),
  };
}

/** A preview holds locks, so it is requested when typing pauses. */
const REST_MS = 350;

/** The effect of a correction: the response for the current draft, null while it is requested. */
export function usePreview(body: CreateCorrectionBody | null) {
  const { http } = useLive();
  const settled = useDebounced(body, REST_MS);
  const { data, error } = useQuery(previewQuery((path, ask) => http.send(path, ask), settled));
  const isSettled = body !== null && JSON.stringify(settled) === JSON.stringify(body);
  return { effect: isSettled && !error ? (data?.effect ?? null) : null, error: isSettled ? error : null };
}

/** Sends a correction, once, and updates the lists; an error is kept until something is changed. */
export function useSaving() {
  const { http } = useLive();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [rejection, setRejection] = useState<unknown>(null);
  const send = async (body: CreateCorrectionBody): Promise<CorrectionResponseJson | null> => {
    if (isBusy) return null;
    setBusy(true);
    setRejection(null);
    try {
      const response = await createOnce<CorrectionResponseJson>(http, { path: '/corrections', body });
      void client.invalidateQueries({ queryKey: CORRECTIONS_KEY });
      void client.invalidateQueries({ queryKey: TIMERS_KEY });
      return response;
    } catch (error) {
      setRejection(error);
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, rejection, send, clearError: () => setRejection(null) };
}

function begunOn(timer: TimerJson): SavedDraft {
  return { base: timer, draft: draftOf(timer), reason: '' };
}
