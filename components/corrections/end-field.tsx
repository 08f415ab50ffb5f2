'use client';

import { useId } from 'react';
import { classNames } from '#/components/ui/class-names.ts';
import { FieldError } from '#/components/ui/form/text-field.tsx';
import type { TypedEnd } from '#/lib/client/corrections/correction-draft.ts';
import { zoneName } from '#/lib/client/time/format-time.ts';
import { type EndRule, endText } from '#/lib/client/typed/typed-end.ts';

type Props = {
  label: string;
  /** Null for the end of a running span. */
  at: number | null;
  /** The recorded instant, to the millisecond; undefined for a new one. */
  was: number | null | undefined;
  /** Text being typed. */
  typed: TypedEnd | undefined;
  rule: EndRule;
  /** Its error in relation to others, or from the server. */
  problem: string | null;
  onType: (text: string) => void;
  onChoose: (at: number) => void;
  /** Called when it is left. */
  onSettle: () => void;
};

/** The start or end of a span, to the second. Unreadable text stays, with advice on what to do. */
export function EndField({ label, at, was, typed, rule, problem, onType, onChoose, onSettle }: Props) {
  const id = useId();
  const isChanged = was !== undefined && was !== at;
  const unread = typed?.unread ?? null;
  const wrong = unread && ('twice' in unread ? unread.question : unread.problem);
  const error = wrong ?? problem;
  return (
    <div className="grid gap-1">
      <div className="flex items-center gap-2">
        <input
          aria-label={label}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={at === null ? 'now' : undefined}
          value={typed?.text ?? (at === null ? '' : endText(at, rule))}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && onSettle()}
          onBlur={() => typed && onSettle()}
          className={classNames(
            'h-7 w-[124px] rounded-md border border-line-control bg-surface px-2 focus-visible:outline-offset-[-1px] max-md:h-10 max-md:w-full max-md:text-lg',
            isChanged && 'border-text font-semibold shadow-[inset_0_0_0_1px_var(--text)]',
            error && 'border-danger',
          )}
        />
        {isChanged && <del className="text-text-3 max-md:text-xs">{was === null ? 'now' : endText(was, rule)}</del>}
      </div>
      {unread && 'twice' in unread && (
        <Twice instants={unread.twice} timeZone={rule.style.timeZone} onChoose={onChoose} />
      )}
      <FieldError id={id} error={error} />
    </div>
  );
}

type TwiceProps = { instants: readonly [number, number]; timeZone: string; onChoose: (instant: number) => void };

/** A time that a day repeats. */
function Twice({ instants, timeZone, onChoose }: TwiceProps) {
  return (
    <div className="flex flex-wrap gap-1">
      {instants.map((instant, index) => (
        <button
          key={instant}
          type="button"
          onClick={() => onChoose(instant)}
          className="h-6 rounded-sm border border-line-control bg-surface px-2 text-xs font-medium hover:bg-hover pointer-coarse:h-10"
        >
          The {index === 0 ? 'first' : 'second'}, {zoneName(instant, timeZone)}
        </button>
      ))}
    </div>
  );
}
