'use client';

import { Fragment } from 'react';
import { StackedBarsDrawing } from '#/components/charts/stacked-bars.tsx';
import { GroupTable } from '#/components/reports/group-table.tsx';
import { HoursFrame } from '#/components/reports/hours-frame.tsx';
import { ReportFigures } from '#/components/reports/report-figures.tsx';
import type { SharedReport as Shared } from '#/lib/analytics/report-links/report-link-schemas.ts';
import type { DayPart } from '#/lib/analytics/reports/report-schemas.ts';

type Props = Shared & {
  name: string;
  /** Which days it is of, until when it is counted, and whether it is narrowed. */
  facts: readonly string[];
  by: DayPart;
  today: string;
  weekStart: number;
};

/** A report for whoever has its link. */
export function SharedReport({ name, facts, summary, days, by, today, weekStart }: Props) {
  return (
    <>
      <h1 className="mb-1 text-xl font-semibold wrap-anywhere">{name}</h1>
      <p className="mb-6 text-text-2">
        {facts.map((fact, nth) => (
          // Whole on one line where it fits: a time zone such as GMT-10 is not cut at its hyphen.
          <Fragment key={fact}>
            {nth > 0 && ' · '}
            <span className="inline-block">{fact}</span>
          </Fragment>
        ))}
      </p>
      <ReportFigures data={summary} isStale={false} />
      <div className="mt-6 grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,752fr)_minmax(0,376fr)]">
        <HoursFrame
          summary={summary}
          days={days}
          nothing={<p>Nothing was tracked in these days.</p>}
          today={today}
          weekStart={weekStart}
          bars={StackedBarsDrawing}
          canExport={false}
        />
        <GroupTable data={summary} by={by} whose="member" />
      </div>
    </>
  );
}
