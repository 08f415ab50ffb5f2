'use client';

import { useEffect, useRef } from 'react';
import { classNames } from '#/components/ui/class-names.ts';
import { zoneLabel } from '#/lib/client/time/zone-search.ts';
import { formerZoneName } from '#/lib/core/zone-names.ts';

type Props = {
  id: string;
  zones: string[];
  active: number | null;
  onChoose: (zone: string) => void;
  className: string;
};

/** The matching zones, chosen by arrows or pointer. The focus stays in the field. */
export function TimeZoneList({ id, zones, active, onChoose, className }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const option = active === null ? null : document.getElementById(`${id}-${active}`);
    const list = box.current;
    if (!option || !list) return;
    // Only within the list: the page must not scroll.
    const hidden = option.offsetTop + option.offsetHeight - list.clientHeight;
    list.scrollTop = Math.max(hidden, Math.min(list.scrollTop, option.offsetTop));
  }, [active, id]);
  return (
    <div
      ref={box}
      id={id}
      role="listbox"
      aria-label="Matches"
      tabIndex={-1}
      className={classNames(
        'max-h-60 animate-rise overflow-y-auto rounded-lg border border-line bg-surface p-1 shadow-menu',
        className,
      )}
    >
      {zones.map((zone, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the combobox, which keeps the focus
        <div
          key={zone}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(zone)}
          className={classNames(
            'flex min-h-8 items-center gap-2 rounded-sm px-2 hover:bg-hover pointer-coarse:min-h-11',
            index === active && 'bg-hover',
          )}
        >
          <span className="truncate">{zoneLabel(zone)}</span>
          <FormerName zone={zone} />
        </div>
      ))}
    </div>
  );
}

function FormerName({ zone }: { zone: string }) {
  const former = formerZoneName(zone);
  return former && <span className="truncate text-text-3">formerly {zoneLabel(former)}</span>;
}
