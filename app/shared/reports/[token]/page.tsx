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
import { defaultReads } from '#/lib/api/default-api.ts';
import { dayIn } from '#/lib/client/calendar/calendar.ts';
import { daysOf, daysTitle } from '#/lib/client/reports/report-view.ts';
import { viewOfSaved } from '#/lib/client/reports/saved-report-view.ts';
import { defaultSystem } from '#/lib/context/default-system.ts';
import { ERROR_CODES, type ErrorCode } from '#/lib/core/error-codes.ts';
import { isAppError } from '#/lib/core/errors.ts';

/** A report for anyone with its link, and its password if it has one. */
export default async function SharedReportPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const pass = (await cookies()).get(PASS_COOKIE)?.value ?? null;
  const address = clientAddress(await headers());
  const opened = await openReportLink(defaultSystem(), { token, pass, address }).catch(notNow);
  if (!opened) notFound();
  if (opened.kind === 'not_now') return <NotNow text={opened.text} />;
  return opened.kind === 'locked' ? <Locked token={token} /> : <Opened opened={opened} />;
}

/** The message for a guest when the report is unavailable at the moment; any other error is thrown. */
function notNow(error: unknown) {
  const text = isAppError(error) && ERROR_TEXTS[error.code];
  if (text) return { kind: 'not_now' as const, text };
  throw error;
}

const ERROR_TEXTS: Partial<Record<ErrorCode, string>> = {
  report_link_busy: ERROR_CODES.report_link_busy.text,
  too_many_reads: 'Many reports of this workspace are being read at the moment. Open this one again in a minute.',
  query_too_slow: 'It takes too long to add up. Ask whoever sent you the link for one with fewer days.',
};

function NotNow({ text }: { text: string }) {
  return (
    <div className="grid max-w-[420px] gap-2">
      <h1 className="text-xl font-semibold">This report can’t be shown at the moment</h1>
      <p className="text-text-2">{text}</p>
    </div>
  );
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
  // A person with the link counts as a reader of its workspace: uses the connections of reports, and its fair queue.
  const question = { kind: 'report', narrower: 'Choose fewer days.' } as const;
  const report = await defaultReads()
    .run(opened.ctx, question, (ctx) => readSharedReport({ ...opened, ctx }, days))
    .catch(notNow);
  if ('kind' in report) return <NotNow text={report.text} />;
  const asOf = formatInstant(new Date(report.summary.as_of), style);
  const facts = [daysTitle(days, today), formatFilters(link.query), `as of ${asOf}`].filter((one) => one !== null);
  return <SharedReport {...report} name={link.name} facts={facts} today={today} weekStart={maker.weekStart} />;
}
