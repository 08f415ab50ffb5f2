'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CustomDays } from '#/components/reports/custom-days.tsx';
import { LevelSelects, PartSelect } from '#/components/reports/level-selects.tsx';
import { ReportExport } from '#/components/reports/report-export.tsx';
import { ReportFilters } from '#/components/reports/report-filters.tsx';
import { RANGE_LABELS } from '#/components/reports/report-labels.ts';
import { SaveOrShareReport } from '#/components/reports/save-or-share-report.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import { InlineSelect } from '#/components/ui/form/inline-select.tsx';
import { useLive, useMay, useMe, useTimeStyle, useToday } from '#/lib/client/live/use-live.tsx';
import { membersQuery } from '#/lib/client/members/member-queries.ts';
import { type Days, daysTitle, ofMember, type ReportRange, type ReportView } from '#/lib/client/reports/report-view.ts';
import { timeOfDay } from '#/lib/client/time/format-time.ts';

type Props = {
  view: ReportView;
  days: Days;
  /** The instant up to which running timers count; null before it is known. */
  asOf: string | null;
  /** The API query. */
  query: URLSearchParams;
  /** How many levels of groups can be chosen. */
  levels?: 0 | 1 | 2;
  onShow: (change: Partial<ReportView>) => void;
  /** More choices. */
  children?: ReactNode;
};

/** Period, members, grouping and filters of a report, and its time. */
export function ReportBar({ view, days, asOf, query, levels = 1, onShow, children }: Props) {
  const today = useToday();
  const style = useTimeStyle();
  const mayReadAll = useMay('timers:read_all');
  return (
    <div className="mb-4 flex flex-wrap items-start gap-2">
      <InlineSelect
        label="Period"
        icon="calendar"
        value={view.range}
        onChange={({ target }) => {
          const range = target.value as ReportRange;
          onShow({ range, days: range === 'custom' ? days : null });
        }}
      >
        {RANGE_LABELS.map(([range, text]) => (
          <option key={range} value={range}>
            {range === view.range && range !== 'custom' ? `${text}, ${daysTitle(days, today)}` : text}
          </option>
        ))}
      </InlineSelect>
      {view.range === 'custom' && <CustomDays days={days} onChoose={(chosen) => onShow({ days: chosen })} />}
      {mayReadAll && <WhoSelect view={view} onShow={onShow} />}
      {levels === 1 && <PartSelect view={view} onShow={onShow} />}
      {levels === 2 && <LevelSelects view={view} onShow={onShow} />}
      {children}
      <ReportFilters view={view} onShow={onShow} />
      <div className="ml-auto flex flex-wrap items-center gap-2">
        {asOf && (
          // With custom days their fields take the room of the buttons, and those days are mostly past.
          <span className={classNames('mr-1 text-text-3', view.range === 'custom' && 'max-2xl:hidden')}>
            As of {timeOfDay(Date.parse(asOf), style)}
          </span>
        )}
        <SaveOrShareReport view={view} days={days} />
        <ReportExport query={query} />
      </div>
    </div>
  );
}

function WhoSelect({ view, onShow }: Pick<Props, 'view' | 'onShow'>) {
  const { http } = useLive();
  const me = useMe().user;
  const { data } = useQuery(membersQuery(http));
  const others = data?.members.filter(({ user_id }) => user_id !== me.id) ?? [];
  // A group by member contains its reader's id, too.
  const who = view.who === me.id ? 'me' : view.who;
  const isKnown = ['me', 'everyone'].includes(who) || others.some(({ user_id }) => user_id === who);
  return (
    <InlineSelect label="Whose time" value={who} onChange={({ target }) => onShow(ofMember(view, target.value))}>
      <option value="me">Me</option>
      <option value="everyone">Everyone</option>
      {!isKnown && <option value={who}>A member</option>}
      {others.map(({ user_id, name }) => (
        <option key={user_id} value={user_id}>
          {name}
        </option>
      ))}
    </InlineSelect>
  );
}
