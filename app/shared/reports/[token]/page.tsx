import { cookies, headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { localCycle } from '#/app/find-me.ts';
import { PASS_COOKIE } from '#/app/shared/reports/[token]/pass-cookie.ts';
import { unlockReportAction } from '#/app/shared/reports/[token]/unlock-report-action.ts';
import { SharedReport } from '#/components/reports/shared-report.tsx';
import { UnlockReportForm } from '#/components/reports/unlock-report-form.tsx';
import { formatFilters } from '#/components/saved-reports/saved-report-labels.ts';
import { formatInstant } from '#/components/settings/format-when.ts';
import { clientAddress } from '#/lib/accounts/sessions/client-address.ts';
import { type OpenedLink, openReportLink } from '#/lib/analytics/report-links/open-report-link.ts';
import { readSharedReport } from '#/lib/analytics/report-links/read-shared-report.ts';
import { dayIn } from '#/lib/client/calendar/calendar.ts';
import { daysOf, daysTitle } from '#/lib/client/reports/report-view.ts';
import { viewOfSaved } from '#/lib/client/reports/saved-report-view.ts';
import { defaultSystem } from '#/lib/context/default-system.ts';
import { isAppError } from '#/lib/core/errors.ts';

/** A report for whoever has its link, and its password where it has one. */
export default async function SharedReportPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const pass = (await cookies()).get(PASS_COOKIE)?.value ?? null;
  const address = clientAddress(await headers());
  const opened = await openReportLink(defaultSystem(), { token, pass, address }).catch(busyOf);
  if (!opened) notFound();
  if (opened.kind === 'busy') return <p role="status">{opened.words}</p>;
  return opened.kind === 'locked' ? <Locked token={token} /> : <Opened opened={opened} />;
}

/** Too many have asked: they are told when to come again. */
function busyOf(error: unknown) {
  if (isAppError(error, 'report_link_busy')) return { kind: 'busy' as const, words: error.detail };
  throw error;
}

function Locked({ token }: { token: string }) {
  return (
    <div className="grid max-w-[360px] gap-4">
      <h1 className="text-xl font-semibold">This report needs a password</h1>
      <UnlockReportForm unlock={unlockReportAction.bind(null, token)} />
    </div>
  );
}

async function Opened({ opened }: { opened: OpenedLink }) {
  const { link, maker, now } = opened;
  const style = { ...maker, hourCycle: await localCycle() };
  const today = dayIn(style, now.getTime());
  const days = daysOf(viewOfSaved(link.query), today, maker.weekStart);
  const report = await readSharedReport(opened, days);
  const asOf = formatInstant(new Date(report.summary.as_of), style);
  const facts = [daysTitle(days, today), formatFilters(link.query), `as of ${asOf}`].filter((one) => one !== null);
  return (
    <SharedReport
      {...report}
      name={link.name}
      facts={facts}
      by={link.query.group_by}
      today={today}
      weekStart={maker.weekStart}
    />
  );
}
