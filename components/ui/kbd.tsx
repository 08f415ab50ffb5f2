import type { ReactNode } from 'react';
import { classNames } from '#/components/ui/class-names.ts';

type KbdProps = {
  children: ReactNode;
  /** It works even if single keys are switched off: within a dialog, or on a focused row. */
  isAlways?: boolean;
  className?: string;
};

/** Letters, digits and signs, alone or in a sequence. Not ↵, Esc and combinations with ⌘. */
const SINGLE = /^[A-Z0-9?/⌫[\]](?: [A-Z])?$/;
const MODIFIER_SYMBOL = /([⌘⌥])/;

/** A key hint. Announced by `aria-keyshortcuts` of the control, so hidden here. */
export function Kbd({ children, isAlways = false, className }: KbdProps) {
  return (
    <span
      aria-hidden="true"
      data-single-key={(!isAlways && isSingle(children)) || undefined}
      className={classNames(
        'inline-flex h-[18px] min-w-[18px] shrink-0 items-center justify-center rounded-sm border border-line bg-surface px-1 font-sans text-2xs font-medium whitespace-nowrap text-text-3',
        className,
      )}
    >
      <Keys>{children}</Keys>
    </span>
  );
}

/** Keys by their names on this device's keyboard: except on a Mac, ⌘ is Ctrl and ⌥ is Alt (`app/globals.css`). */
export function Keys({ children }: { children: ReactNode }) {
  const [before, held, after] = String(children).split(MODIFIER_SYMBOL);
  return (
    <>
      {before}
      {held && <span data-held={held} />}
      {after}
    </>
  );
}

function isSingle(children: ReactNode): boolean {
  return SINGLE.test(String(children));
}
