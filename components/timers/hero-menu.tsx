'use client';

import { DropdownMenu } from 'radix-ui';
import { useRef, useState } from 'react';
import { timerName } from '#/components/timers/use-timer-actions.ts';
import { Button } from '#/components/ui/button.tsx';
import { IconButton } from '#/components/ui/icon-button.tsx';
import { MenuItem, MenuPanel } from '#/components/ui/menu.tsx';
import { Modal } from '#/components/ui/modal.tsx';
import { elapsedMs } from '#/lib/client/elapsed.ts';
import { lengthWords } from '#/lib/client/time-words.ts';
import { useLive } from '#/lib/client/use-live.tsx';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type HeroMenuProps = { timer: TimerJson; isDisabled: boolean; onRetarget: () => void; onDiscard: () => void };

/** What is rarely done with a timer. */
export function HeroMenu({ timer, isDisabled, onRetarget, onDiscard }: HeroMenuProps) {
  const [isAsking, setAsking] = useState(false);
  const isOpening = useRef(false);
  const open = (what: () => void) => {
    isOpening.current = true;
    what();
  };
  return (
    <>
      <DropdownMenu.Root
        onOpenChange={(isOpen) => {
          if (isOpen) isOpening.current = false;
        }}
      >
        <DropdownMenu.Trigger asChild>
          <IconButton
            icon="more"
            label="More about this timer"
            disabled={isDisabled}
            className="size-10 max-md:size-12"
          />
        </DropdownMenu.Trigger>
        {/* What a choice opens takes the focus; the menu must not take it back. */}
        <MenuPanel
          align="end"
          onCloseAutoFocus={(event) => {
            if (isOpening.current) event.preventDefault();
          }}
        >
          <MenuItem onSelect={() => open(onRetarget)}>{timer.ticket ? 'Change ticket' : 'Put on a ticket'}</MenuItem>
          <MenuItem onSelect={() => open(() => setAsking(true))}>Discard</MenuItem>
        </MenuPanel>
      </DropdownMenu.Root>
      {isAsking && <DiscardQuestion timer={timer} onDiscard={onDiscard} onClose={() => setAsking(false)} />}
    </>
  );
}

type DiscardQuestionProps = { timer: TimerJson; onDiscard: () => void; onClose: () => void };

/** Asked because it can't be undone. */
function DiscardQuestion({ timer, onDiscard, onClose }: DiscardQuestionProps) {
  const { clock } = useLive();
  const [length] = useState(() => lengthWords(elapsedMs(timer, clock.now())));
  return (
    <Modal role="alertdialog" title="Discard this timer?" onClose={onClose}>
      <p className="text-text-2">
        {timerName(timer)}: its {length} will count nowhere. This can’t be undone.
      </p>
      <div className="mt-6 flex justify-end gap-2">
        <Button data-autofocus onClick={onClose}>
          Keep it
        </Button>
        <Button
          variant="danger"
          onClick={() => {
            onClose();
            onDiscard();
          }}
        >
          Discard
        </Button>
      </div>
    </Modal>
  );
}
