import type { ReactNode } from 'react';
import { classNames } from '#/components/ui/class-names.ts';
import { Icon } from '#/components/ui/icon.tsx';

/** Facts below a title, one per line. */
export function FactList({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <div className="mb-2 flex h-7 items-center gap-2">
        <h2 className="font-semibold">{title}</h2>
        {note && <span className="ml-auto text-text-3">{note}</span>}
      </div>
      <ul className="border-t border-line">{children}</ul>
    </section>
  );
}

type FactRowProps = { icon?: 'check' | 'warning'; name: string; value: ReactNode };

/** A fact and its value; a triangle if it needs attention. */
export function FactRow({ icon = 'check', name, value }: FactRowProps) {
  return (
    <li className="flex min-h-8 items-center gap-3 border-b border-line px-2 py-1">
      <Icon name={icon} className={classNames('size-3.5', icon === 'warning' ? 'text-warn' : 'text-text-2')} />
      <span className="max-w-2/3 shrink-0 wrap-anywhere">{name}</span>
      <span className="ml-auto min-w-0 text-right wrap-anywhere text-text-3">{value}</span>
    </li>
  );
}
