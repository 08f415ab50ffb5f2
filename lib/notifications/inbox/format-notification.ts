import type { NotificationPayload } from '#/lib/jobs/notification-kind-schemas.ts';
import { formatAlert, formatAlertOver } from '#/lib/notifications/inbox/format-alert.ts';
import { dateOf, lengthOf, type Reader, timeOf } from '#/lib/notifications/inbox/format-for-reader.ts';

/** A line, what to do about it, and the page where to do it. */
export type FormattedNotification = { title: string; body: string; path: string };

type Of<K extends NotificationPayload['kind']> = Extract<NotificationPayload, { kind: K }>['data'];
type Phase = Of<'phase_ended'>['phase'];

const TODAY = '/';
const EXPORTS = '/settings#exports';
const PHASE_LABELS: Record<Phase, string> = {
  work: 'work',
  short_break: 'break',
  long_break: 'long break',
  rest: 'rest',
};

/** The text of each kind of notification, wherever it is read: in the inbox, a push message or a mail. */
export function formatNotification(
  notification: { kind: NotificationPayload['kind']; data: object },
  reader: Reader,
): FormattedNotification {
  const payload = notification as NotificationPayload;
  switch (payload.kind) {
    case 'long_run':
      return longRun(payload.data);
    case 'absence':
      return absence(payload.data, reader);
    case 'after_hours':
      return afterHours(payload.data, reader);
    case 'capped':
      return capped(payload.data);
    case 'phase_ended':
      return phaseEnded(payload.data);
    case 'corrected':
      return corrected(payload.data, reader);
    case 'time_imported':
      return timeImported(payload.data, reader);
    case 'correction_proposed':
      return correctionProposed(payload.data, reader);
    case 'proposal_decided':
      return proposalDecided(payload.data, reader);
    case 'week_submitted':
      return weekSubmitted(payload.data);
    case 'week_decided':
      return weekDecided(payload.data);
    case 'export_finished':
      return exportFinished(payload.data, reader);
    case 'endpoint_disabled':
      return endpointDisabled(payload.data, reader);
    case 'worklogs_paused':
      return worklogsPaused(payload.data);
    case 'alert':
      return payload.data.closed_at ? formatAlertOver(payload.data, reader) : formatAlert(payload.data);
    default:
      // From a newer server, on a page that was loaded before it.
      return { title: 'Something new', body: 'Reload the page to read it.', path: TODAY };
  }
}

function longRun({ label, elapsed_seconds }: Of<'long_run'>): FormattedNotification {
  const title = `Your timer has been running for ${lengthOf(elapsed_seconds)} – still working?`;
  return { title, body: `${named(label)}. Keep it running, stop it, or trim it to the time you worked.`, path: TODAY };
}

function absence({ label, away_from, away_to }: Of<'absence'>, reader: Reader): FormattedNotification {
  const title = `Away ${timeOf(away_from, reader)} to ${timeOf(away_to, reader)}`;
  return { title, body: `${named(label)} kept running. Keep that time, or remove it.`, path: TODAY };
}

function afterHours({ label, hours_ended_at }: Of<'after_hours'>, reader: Reader): FormattedNotification {
  const title = `Your working hours ended at ${timeOf(hours_ended_at, reader)} – still working?`;
  return { title, body: `${named(label)} is running.`, path: TODAY };
}

function capped({ label, cap_seconds }: Of<'capped'>): FormattedNotification {
  const title = `Stopped at ${lengthOf(cap_seconds)}`;
  return { title, body: `${named(label)}. Trim it to the time you worked.`, path: TODAY };
}

function phaseEnded(data: Of<'phase_ended'>): FormattedNotification {
  return { title: phaseTitle(data), body: named(data.label), path: TODAY };
}

function phaseTitle({ timer_type, label, phase, planned_seconds, next, waits, round }: Of<'phase_ended'>): string {
  if (timer_type === 'countdown') {
    return `Time is up${label ? ` on ${label}` : ''}, ${lengthOf(planned_seconds)}`;
  }
  const over = phase === 'work' ? 'Work is over' : `${sentence(PHASE_LABELS[phase])} is over`;
  if (!next) return `${over}. That was the last cycle`;
  const coming = `${lengthOf(next.planned_seconds)} ${PHASE_LABELS[next.phase]}`;
  if (!waits) return `${over}, ${coming}`;
  return next.phase === 'work' ? `${over}. Start cycle ${round + 1}?` : `${over}. Start ${coming}?`;
}

function corrected(data: Of<'corrected'>, reader: Reader): FormattedNotification {
  const { by_name, reason, timers, label, started_at, reverted } = data;
  const which = timers > 1 ? `${timers} of your timers` : `${label || 'a timer'}, ${dateOf(started_at, reader)}`;
  const change = timers === 1 ? lengthChange(data) : '';
  const title = `${by_name} ${reverted ? 'reverted a correction of' : 'corrected'} ${which}${change}`;
  return {
    title,
    body: reason ? `Reason: ${reason}` : 'Check it in your calendar.',
    path: calendarPath(started_at, reader),
  };
}

function timeImported(data: Of<'time_imported'>, reader: Reader): FormattedNotification {
  const { by_name, file_name, entries, total_seconds, started_at, undone } = data;
  const what = `${entries.toLocaleString('en-US')} ${entries === 1 ? 'entry' : 'entries'}, ${lengthOf(total_seconds)}`;
  const title = undone ? `${by_name} undid an import of your time` : `${by_name} imported time for you`;
  const body = `${what}, starting ${dateOf(started_at, reader)}. File: ${file_name}.`;
  return { title, body, path: calendarPath(started_at, reader) };
}

function correctionProposed(data: Of<'correction_proposed'>, reader: Reader): FormattedNotification {
  const { of_name, label, started_at, reason, timer_id } = data;
  const which = `${label || 'a timer'}, ${dateOf(started_at, reader)}`;
  const title = `${of_name} proposes a correction of ${which}${lengthChange(data)}`;
  return { title, body: `Reason: ${reason}`, path: `/team/corrections/${timer_id}` };
}

function proposalDecided(data: Of<'proposal_decided'>, reader: Reader): FormattedNotification {
  const { by_name, label, started_at, decision, note } = data;
  const which = `${label || 'a timer'}, ${dateOf(started_at, reader)}`;
  const title = `${by_name} ${decision} your correction of ${which}${lengthChange(data)}`;
  return { title, body: note || 'Your time has been corrected.', path: calendarPath(started_at, reader) };
}

/** `: 2 h to 1 h`; empty when the length did not change. */
function lengthChange({ before_seconds, after_seconds }: { before_seconds: number; after_seconds: number }): string {
  return before_seconds === after_seconds ? '' : `: ${lengthOf(before_seconds)} to ${lengthOf(after_seconds)}`;
}

function weekSubmitted({ of_name, starts_on, total_seconds }: Of<'week_submitted'>): FormattedNotification {
  const title = `${of_name} submitted the week of ${dayOf(starts_on)}`;
  return {
    title,
    body: `${lengthOf(total_seconds)} in total. Approve it, or return it and say what needs to change.`,
    path: '/team/weeks',
  };
}

function weekDecided({ by_name, starts_on, decision, comment }: Of<'week_decided'>): FormattedNotification {
  const title = `${by_name} ${decision} your week of ${dayOf(starts_on)}`;
  const body =
    decision === 'approved' ? 'Its time can’t be changed anymore.' : `${comment} Change it and submit it again.`;
  return { title, body, path: `/timesheet?week=${starts_on}` };
}

function exportFinished(
  { file_name, outcome, reason, rows, expires_at }: Of<'export_finished'>,
  reader: Reader,
): FormattedNotification {
  if (outcome === 'failed' || !expires_at) {
    const body = `${file_name} couldn’t be written. ${reason ?? 'Try again.'}`;
    return { title: 'Your export failed', body, path: EXPORTS };
  }
  const entries = `${rows.toLocaleString('en-US')} ${rows === 1 ? 'entry' : 'entries'}`;
  const until = `${dateOf(expires_at, reader)}, ${timeOf(expires_at, reader)}`;
  return {
    title: 'Your export is ready',
    body: `${file_name}, ${entries}. Download it before ${until}.`,
    path: EXPORTS,
  };
}

/** `Mon 2 Mar` of a calendar date. */
function dayOf(date: string): string {
  return dateOf(`${date}T12:00:00Z`, { timeZone: 'UTC', hourCycle: null });
}

function endpointDisabled(
  { url, failing_since, workspace_name }: Of<'endpoint_disabled'>,
  reader: Reader,
): FormattedNotification {
  const since = `${dateOf(failing_since, reader)}, ${timeOf(failing_since, reader)}`;
  return {
    title: `Webhook disabled: ${new URL(url).host}`,
    body: `Nothing has been delivered to this webhook of ${workspace_name} since ${since}, so it was disabled. Open deliveries were aborted. Once the receiver works again, enable it and resend what failed.`,
    path: '/settings#webhooks',
  };
}

function worklogsPaused({ name, reason, workspace_name }: Of<'worklogs_paused'>): FormattedNotification {
  return {
    title: `Worklogs paused: ${name}`,
    body: `No time of ${workspace_name} is being pushed to it. ${reason} Enter another token. Nothing is lost in the meantime.`,
    path: '/settings#ticket-sources',
  };
}

/** The calendar's page for the day of an instant. */
function calendarPath(instant: string, { timeZone }: Reader): string {
  const date = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(instant));
  return `/calendar?view=day&date=${date}`;
}

function named(label: string): string {
  return label || 'A timer without a title';
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
