'use client';

import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { NOT_SAVED } from '#/components/timesheet/format-save-error.ts';
import { classNames } from '#/components/ui/class-names.ts';
import { Kbd } from '#/components/ui/kbd.tsx';
import { useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { CELL_EXAMPLE, readCellLength } from '#/lib/client/timesheet/timesheet-length.ts';
import { formatTimesheetPlan, type Plan } from '#/lib/client/timesheet/timesheet-plan.ts';

type CellEditorProps = {
  /** The cell's accessible name: "API-412, Monday 16 November". */
  label: string;
  text: string;
  /** Whether the text is the key that opened it, to be continued. */
  isTyped: boolean;
  /** Why the typed text is not saved. It stays until something else is typed. */
  problem: string | null;
  takesFocus: boolean;
  /** The effect of a duration. */
  planOf: (ms: number) => Plan;
  onSave: (plan: Plan, text: string) => void;
  /** Canceled, or unchanged. `isByKey` when the focus has to move. */
  onClose: (isByKey: boolean) => void;
  /** The position of the text: below the field, at its start or its end. */
  side?: 'start' | 'end';
};

/** Edits the duration of a cell and previews the effect. Enter or leaving the field saves. */
export function CellEditor({ label, text: first, planOf, onSave, onClose, side = 'end', ...opened }: CellEditorProps) {
  const { isTyped, takesFocus } = opened;
  const [text, setText] = useState(first);
  const [isTried, setTried] = useState(false);
  const [problem, setProblem] = useState(opened.problem);
  const style = useTimeStyle();
  const isOver = useRef(false);
  const id = useId();
  const ms = readCellLength(text);
  const plan = ms === null ? null : planOf(ms);
  const isWrong = problem !== null || (plan === null ? isTried : plan.kind === 'rejected');
  const parts = [
    problem !== null && `${NOT_SAVED} ${problem}`,
    // Sent again it may be placed elsewhere; the reason for a rejection is already shown.
    (problem === null || plan?.kind === 'add') && (plan ? formatTimesheetPlan(plan, style) : CELL_EXAMPLE),
  ].filter(Boolean);

  const end = (how: () => void) => {
    isOver.current = true;
    how();
  };
  const save = (isByKey: boolean) => {
    // A rejected text is sent again by Enter, not by leaving the field.
    if (isOver.current || (problem !== null && !isByKey)) return;
    // An untouched proposal is added by Enter, not by leaving the field.
    const isUntouched = text.trim() === (isByKey || isTyped ? '' : first);
    if (isUntouched || plan?.kind === 'nothing') end(() => onClose(isByKey));
    else if (plan && plan.kind !== 'rejected') end(() => onSave(plan, text));
    else {
      setProblem(null);
      setTried(true);
    }
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') save(true);
    else if (event.key === 'Escape') end(() => onClose(true));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <input
        aria-label={label}
        aria-describedby={id}
        aria-invalid={isWrong || undefined}
        // biome-ignore lint/a11y/noAutofocus: it was opened by a click, for typing
        autoFocus={takesFocus}
        autoComplete="off"
        enterKeyHint="done"
        spellCheck={false}
        maxLength={24}
        value={text}
        onFocus={(event) => isTyped || event.target.select()}
        onChange={(event) => {
          setText(event.target.value);
          setTried(false);
          setProblem(null);
        }}
        onKeyDown={handleKey}
        onBlur={() => save(false)}
        className={classNames(
          'h-8 w-full rounded-md border bg-surface px-1.5 text-right font-normal text-text focus-visible:-outline-offset-1 max-md:h-10 max-md:text-lg',
          isWrong ? 'border-danger' : 'border-line-control',
        )}
      />
      <div
        className={classNames(
          'absolute top-full z-[5] mt-1 w-64 rounded-lg border border-line bg-surface p-3 text-left font-normal whitespace-normal text-text shadow-menu',
          side === 'end' ? 'right-0' : 'left-0',
        )}
      >
        <p id={id} role="status" className={isWrong ? 'text-danger' : 'text-text-2'}>
          {parts.join(' ')}
        </p>
        <p className="mt-2 flex items-center gap-1.5 text-xs text-text-3 max-md:hidden pointer-coarse:hidden">
          <Kbd>↵</Kbd> save <Kbd className="ml-2">Esc</Kbd> cancel
        </p>
      </div>
    </>
  );
}
