import Link from 'next/link';
import { Button, buttonClass } from '#/components/ui/button.tsx';
import { useToday } from '#/lib/client/live/use-live.tsx';
import { type Days, daysTitle, hasFilters, NO_FILTERS, type ReportView } from '#/lib/client/reports/report-view.ts';

type Props = { view: ReportView; days: Days; onShow: (change: Partial<ReportView>) => void };

/** Why there is no time, and what would show some. */
export function NothingTracked({ view, days, onShow }: Props) {
  const title = daysTitle(days, useToday());
  if (hasFilters(view)) {
    return (
      <div className="grid justify-items-center gap-3">
        <p role="status">Nothing tracked in {title} matches these filters.</p>
        <Button onClick={() => onShow({ filters: NO_FILTERS })}>Clear filters</Button>
      </div>
    );
  }
  return (
    <div className="grid justify-items-center gap-3">
      <p role="status">
        Nothing tracked in {title}. {view.who === 'me' && 'Start a timer, and its time appears here.'}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        {view.who === 'me' && (
          <Link prefetch={false} href="/" className={buttonClass({ variant: 'outline', size: 'md' })}>
            Start a timer
          </Link>
        )}
        {view.range !== 'year' && <Button onClick={() => onShow({ range: 'year', days: null })}>Show this year</Button>}
      </div>
    </div>
  );
}
