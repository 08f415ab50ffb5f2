'use client';

import { useRef } from 'react';
import { SpanRow } from '#/components/corrections/span-row.tsx';
import { Button } from '#/components/ui/button.tsx';
import { useRestoredFocus } from '#/components/ui/dialog/use-restored-focus.ts';
import { type TableColumn, TableHead } from '#/components/ui/list/table-head.tsx';
import { type Draft, withAdded } from '#/lib/client/corrections/correction-draft.ts';
import type { SpanProblem } from '#/lib/client/corrections/correction-typing.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type Props = {
  timer: TimerJson;
  draft: Draft;
  style: TimeStyle;
  now: number;
  problem: SpanProblem | null;
  onChange: (draft: Draft) => void;
};

/** Every span with its exact times. */
export function SpanTable({ timer, draft, style, now, problem, onChange }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useRestoredFocus(box, '[data-span-row]');
  return (
    <div ref={box} data-focus-home tabIndex={-1} className="outline-none">
      <table className="w-full border-separate border-spacing-0 max-md:block">
        <caption className="sr-only">Spans</caption>
        <TableHead columns={COLUMNS} />
        <tbody className="max-md:block">
          {draft.spans.map((span) => (
            <SpanRow
              key={span.key}
              span={span}
              draft={draft}
              timer={timer}
              style={style}
              now={now}
              problem={problem?.key === span.key ? problem : null}
              onChange={onChange}
            />
          ))}
        </tbody>
      </table>
      <Button size="sm" variant="ghost" icon="plus" className="mt-1" onClick={() => onChange(withAdded(draft, now))}>
        Add a span
      </Button>
    </div>
  );
}

const COLUMNS: readonly TableColumn[] = [
  { name: 'Span', className: 'w-14 static' },
  { name: 'Start', className: 'w-[216px] static' },
  { name: 'End', className: 'w-[216px] static' },
  { name: 'Duration', className: 'w-[104px] static text-right' },
  { name: 'Note', className: 'static pl-6' },
  { name: 'Actions', className: 'w-[96px] static', isSilent: true },
];
