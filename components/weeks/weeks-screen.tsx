'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { Tabs } from 'radix-ui';
import { useRef, useState } from 'react';
import { PageHead } from '#/components/layout/page-head.tsx';
import { TimerStrip } from '#/components/timers/timer-strip.tsx';
import { useRestoredFocus } from '#/components/ui/dialog/use-restored-focus.ts';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { ShowMore } from '#/components/ui/list/show-more.tsx';
import { LineTab, TabLine } from '#/components/ui/tabs.tsx';
import { ReturnWeek } from '#/components/weeks/return-week.tsx';
import { WeekTable } from '#/components/weeks/week-table.tsx';
import { WeeksSkeleton } from '#/components/weeks/weeks-skeleton.tsx';
import { useFetchApi } from '#/lib/client/live/use-fetch-api.ts';
import { useMay } from '#/lib/client/live/use-live.tsx';
import { useUrlState } from '#/lib/client/page/use-url-state.ts';
import { WEEKS_AT_ONCE, weekListQuery } from '#/lib/client/weeks/week-queries.ts';
import { readWeekTab, teamWeeksHref, WEEK_TABS, type WeekTab } from '#/lib/client/weeks/week-view.ts';
import type { WeekJson } from '#/lib/tracking/weeks/week-schemas.ts';

/** Weeks that members have submitted: open ones, and decided ones. */
export function WeeksScreen() {
  const { view, show } = useUrlState(TAB);
  const { tab } = view;
  const mayApprove = useMay('weeks:approve');
  const query = useInfiniteQuery({ ...weekListQuery(useFetchApi(), tab), enabled: mayApprove });
  const weeks = query.data?.pages.flatMap((page) => page.weeks) ?? [];
  const [returning, setReturning] = useState<WeekJson | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  useRestoredFocus(panel, '[data-week]');
  return (
    <>
      <PageHead title="Weeks">
        <TimerStrip />
      </PageHead>
      <Tabs.Root
        value={tab}
        onValueChange={(next) => show({ tab: next as WeekTab })}
        className="mx-auto max-w-[1440px] px-4 pt-2 pb-16 md:px-8 md:pt-4"
      >
        <TabLine aria-label="State" className="max-md:-mx-4 max-md:px-3">
          {WEEK_TABS.map((one) => (
            <LineTab key={one} value={one}>
              {TAB_LABELS[one]}
            </LineTab>
          ))}
        </TabLine>
        <Tabs.Content ref={panel} value={tab} data-focus-home tabIndex={-1} className="outline-none">
          {weeks.length > 0 && <WeekTable weeks={weeks} onReturn={setReturning} />}
          {query.isLoading && <WeeksSkeleton />}
          {!mayApprove && (
            <p className="py-8 text-text-2">Only admins can approve weeks. Yours are below your timesheet.</p>
          )}
          {query.isSuccess && weeks.length === 0 && <p className="py-8 text-text-2">{NOTHING[tab]}</p>}
          {query.isError && weeks.length === 0 && <ListError noun="weeks" error={query.error} />}
          {weeks.length > 0 && <ShowMore count={WEEKS_AT_ONCE} query={query} />}
        </Tabs.Content>
      </Tabs.Root>
      {returning && <ReturnWeek week={returning} onClose={() => setReturning(null)} />}
    </>
  );
}

const TAB = {
  read: (query: URLSearchParams) => ({ tab: readWeekTab(query) }),
  toHref: ({ tab }: { tab: WeekTab }) => teamWeeksHref(tab),
};
const TAB_LABELS: Record<WeekTab, string> = {
  submitted: 'To approve',
  approved: 'Approved',
  returned: 'Returned',
};
const NOTHING: Record<WeekTab, string> = {
  submitted: 'Nothing to approve. Weeks that members submit from their timesheet appear here.',
  approved: 'No approved weeks yet.',
  returned: 'No returned weeks.',
};
