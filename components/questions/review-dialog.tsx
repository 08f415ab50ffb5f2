'use client';

import { useEffect, useMemo, useRef, useState } from 'react';
import { EditEntry } from '#/components/entries/edit-entry.tsx';
import { entryActions } from '#/components/entries/entry-actions.ts';
import { AnswerList } from '#/components/questions/answer-list.tsx';
import { isRuleOf } from '#/components/questions/format-answer.ts';
import { OutcomeLine } from '#/components/questions/outcome-line.tsx';
import { ReviewRow } from '#/components/questions/review-row.tsx';
import { useReview } from '#/components/questions/use-review.ts';
import { Button } from '#/components/ui/button.tsx';
import { Modal, ModalFoot } from '#/components/ui/dialog/modal.tsx';
import { useRestoredFocus } from '#/components/ui/dialog/use-restored-focus.ts';
import { REVIEW_KEY } from '#/lib/client/http/cache-keys.ts';
import { useLive, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** Each timer that ended without its owner, with what is known, and the possible answers; and the answers to others. */
export function ReviewDialog({ timers, onClose }: { timers: TimerJson[]; onClose: () => void }) {
  const live = useLive();
  const style = useTimeStyle();
  const { answers, isLoading, isDisabled, isBusy, actions, during } = useReview();
  const [edited, setEdited] = useState<TimerJson | null>(null);
  const edit = useMemo(() => entryActions(live, style).edit, [live, style]);
  const box = useRef<HTMLDivElement>(null);
  useRestoredFocus(box, '[data-review]');
  useEffect(() => {
    if (!isLoading) box.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [isLoading]);
  const others = answers.filter(({ timer_id }) => !timers.some(({ id }) => id === timer_id));
  return (
    <>
      <Modal title="Timers to review" size="lg" onClose={onClose}>
        <div ref={box} tabIndex={-1} className="outline-none">
          {timers.length === 0 && <p className="mb-6 text-text-2">Nothing left to review.</p>}
          {timers.length > 0 && (
            // Rendered at full height, so that nothing moves under the pointer once the server has responded with what
            // can be undone.
            <ul aria-busy={isLoading} className="mb-6 min-h-28 border-t border-line">
              {!isLoading &&
                timers.map((timer, index) => {
                  const rule = answers.find((answer) => isRuleOf(answer, timer));
                  return (
                    <ReviewRow
                      key={timer.id}
                      timer={timer}
                      isDisabled={isDisabled}
                      isBusy={isBusy(timer.id)}
                      isFirst={index === 0}
                      onTrim={(spans) => void during(timer.id, actions.trim(timer, spans))}
                      onEdit={() => setEdited(timer)}
                      onConfirm={() => void during(timer.id, actions.confirm(timer))}
                      onUndo={rule && (() => void during(timer.id, actions.undoAnswer(rule)))}
                    />
                  );
                })}
            </ul>
          )}
          {others.length > 0 && (
            <AnswerList
              answers={others}
              isDisabled={isDisabled}
              isBusy={isBusy}
              onUndo={(answer) => void during(answer.timer_id, actions.undoAnswer(answer))}
            />
          )}
          <ModalFoot>
            <OutcomeLine />
            <Button onClick={onClose} data-focus-home>
              Close
            </Button>
          </ModalFoot>
        </div>
      </Modal>
      {edited && (
        <EditEntry
          timer={edited}
          // A part may have been saved even if the rest was rejected.
          onSave={(change) => edit(change).finally(() => live.client.invalidateQueries({ queryKey: REVIEW_KEY }))}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}
