'use client';

import { Fragment } from 'react';
import { StackedBarsDrawing } from '#/components/charts/stacked-bars.tsx';
import { GroupTable } from '#/components/reports/group-table.tsx';
import { HoursFrame } from '#/components/reports/hours-frame.tsx';
import { LevelTable } from '#/components/reports/level-table.tsx';
import { ReportFigures } from '#/components/reports/report-figures.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import type { SharedReport as Shared } from '#/lib/analytics/report-links/report-link-schemas.ts';
import { dayPartOf } from '#/lib/analytics/reports/report-levels.ts';

type Props = Shared & {
  name: string;
  /** Its days, its time, and whether it is filtered. */
  facts: readonly string[];
  today: string;
  weekStart: number;
};

/** A report for anyone with its link. */
export function SharedReport({ name, facts, summary, parts, days, today, weekStart }: Props) {
  const [by = 'project', thenBy = null] = summary.group_by;
  const part = thenBy ? null : dayPartOf([by]);
  return (
    <>
      <h1 className="mb-1 text-xl font-semibold wrap-anywhere">{name}</h1>
      <p className="mb-6 text-text-2">
        {facts.map((fact, nth) => (
          // Unbroken if it fits: a time zone such as GMT-10 is not broken at its hyphen.
          <Fragment key={fact}>
            {nth > 0 && ' · '}
            <span className="inline-block">{fact}</span>
          </Fragment>
        ))}
      </p>
      <ReportFigures data={summary} />
      <div
        className={classNames('mt-6 grid gap-x-10 gap-y-8', part && 'xl:grid-cols-[minmax(0,752fr)_minmax(0,376fr)]')}
      >
        <HoursFrame
          parts={parts}
          totals={summary.totals}
          days={days}
          nothing={<p>Nothing was tracked in these days.</p>}
          today={today}
          weekStart={weekStart}
          bars={StackedBarsDrawing}
          canExport={false}
        />
        {part && <GroupTable data={summary} by={part} whose="member" />}
      </div>
      {!part && (
        <div className="mt-6">
          <LevelTable data={summary} by={by} thenBy={thenBy} today={today} />
        </div>
      )}
    </>
  );
}
