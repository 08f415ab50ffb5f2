'use client';

import { useRef, useState } from 'react';
import { AnswerList } from '#/components/questions/answer-list.tsx';
import { OutcomeLine } from '#/components/questions/outcome-line.tsx';
import { useReview } from '#/components/questions/use-review.ts';
import { Button } from '#/components/ui/button.tsx';
import { Modal, ModalFoot } from '#/components/ui/dialog/modal.tsx';
import { useRestoredFocus } from '#/components/ui/dialog/use-restored-focus.ts';
import { useMay } from '#/lib/client/live/use-live.tsx';
import { UNDO_DAYS } from '#/lib/tracking/questions/question-times.ts';

/** Opens recent answers about forgotten timers, to be undone. */
export function Undo() {
  const [isOpen, setOpen] = useState(false);
  if (!useMay('timers:write')) return null;
  return (
    <>
      <Button size="sm" className="pointer-coarse:h-11" onClick={() => setOpen(true)}>
        Undo an answer…
      </Button>
      {isOpen && <TakeBackDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function TakeBackDialog({ onClose }: { onClose: () => void }) {
  const { answers, isLoading, isDisabled, isBusy, actions, during } = useReview();
  const box = useRef<HTMLDivElement>(null);
  useRestoredFocus(box, 'li');
  return (
    <Modal title="Answers about forgotten timers" size="lg" onClose={onClose}>
      <div ref={box} tabIndex={-1} className="outline-none">
        {answers.length > 0 && (
          <AnswerList
            answers={answers}
            isDisabled={isDisabled}
            isBusy={isBusy}
            onUndo={(answer) => void during(answer.timer_id, actions.undoAnswer(answer))}
          />
        )}
        {answers.length === 0 && (
          <p className="mb-6 text-text-2">
            {isLoading ? 'Loading…' : `No answers from the last ${UNDO_DAYS} days to undo.`}
          </p>
        )}
        <ModalFoot>
          <OutcomeLine />
          <Button onClick={onClose} data-focus-home>
            Close
          </Button>
        </ModalFoot>
      </div>
    </Modal>
  );
}
