'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useReportView } from '#/components/reports/use-report-view.ts';
import { classNames } from '#/components/ui/class-names.ts';
import { useMay } from '#/lib/client/live/use-live.tsx';
import {
  DETAILED_REPORT_PATH,
  POMODORO_REPORT_PATH,
  REPORTS_PATH,
  reportHref,
  SAVED_REPORTS_PATH,
  TEAM_DAY_PATH,
  TICKET_REPORT_PATH,
} from '#/lib/client/reports/report-view.ts';

const TABS = [
  ['Overview', REPORTS_PATH],
  ['Detailed', DETAILED_REPORT_PATH],
  ['Tickets', TICKET_REPORT_PATH],
  ['Pomodoro', POMODORO_REPORT_PATH],
  ['Team day', TEAM_DAY_PATH],
  ['Saved', SAVED_REPORTS_PATH],
] as const;

/** The pages of reports. Period, member and filters are kept between them. */
export function ReportTabs({ className }: { className?: string }) {
  const here = usePathname();
  const { view } = useReportView();
  const mayReadAll = useMay('timers:read_all');
  const tabs = TABS.filter(([, path]) => path !== TEAM_DAY_PATH || mayReadAll);
  return (
    <nav
      aria-label="Reports"
      className={classNames(
        'inline-flex h-8 shrink-0 gap-0.5 overflow-x-auto rounded-md border border-line bg-sunken p-0.5 max-md:h-10 pointer-coarse:h-[50px]',
        className,
      )}
    >
      {tabs.map(([name, path]) => (
        <Link
          key={path}
          prefetch={false}
          href={reportHref(view, path)}
          ref={path === here ? showTab : undefined}
          aria-current={path === here ? 'page' : undefined}
          className="flex shrink-0 items-center justify-center rounded-sm px-2.5 font-medium max-md:px-1 max-sm:text-xs whitespace-nowrap text-text-2 hover:text-text focus-visible:-outline-offset-2 max-md:grow aria-[current=page]:bg-surface aria-[current=page]:text-text aria-[current=page]:shadow-raised aria-[current=page]:ring-1 aria-[current=page]:ring-line"
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

/**
 * If the strip is narrower than all tabs, the current one is scrolled into view. Only the strip scrolls, not the page.
 */
function showTab(tab: HTMLElement | null): void {
  const strip = tab?.parentElement;
  if (!strip) return;
  const [own, all] = [tab.getBoundingClientRect(), strip.getBoundingClientRect()];
  strip.scrollLeft += Math.min(0, own.left - all.left) + Math.max(0, own.right - all.right);
}
