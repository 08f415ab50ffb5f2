import type { Mail } from '#/lib/jobs/mail.ts';
import { mailName } from '#/lib/jobs/mail-name.ts';
import { formatNotification, type Reader } from '#/lib/notifications/inbox/format-notification.ts';
import type { Notice } from '#/lib/notifications/inbox/notification-kind-schemas.ts';

/** A notice as a mail: what happened, the page where something can be done about it, and how to switch such mails off. */
export function notificationMail(
  notice: Pick<Notice, 'kind' | 'data'>,
  to: Reader & { email: string },
  appUrl: string,
): Mail {
  const { title, body, path } = formatNotification(withMailNames(notice as Notice), to);
  return {
    to: to.email,
    subject: plain(title),
    text: [
      plain(body),
      '',
      `${appUrl}${path}`,
      '',
      '-- ',
      `You get these emails because they are switched on. Switch them off: ${appUrl}/settings#notifications`,
    ].join('\n'),
  };
}

/** What somebody else has chosen to call themselves or their workspace makes no link of its own. */
function withMailNames(notice: Notice): Notice {
  switch (notice.kind) {
    case 'corrected':
      return { ...notice, data: { ...notice.data, by_name: mailName(notice.data.by_name) } };
    case 'time_imported':
      return { ...notice, data: { ...notice.data, by_name: mailName(notice.data.by_name) } };
    case 'proposal_decided':
      return { ...notice, data: { ...notice.data, by_name: mailName(notice.data.by_name) } };
    case 'correction_proposed':
      return { ...notice, data: { ...notice.data, of_name: mailName(notice.data.of_name) } };
    case 'week_decided':
      return { ...notice, data: { ...notice.data, by_name: mailName(notice.data.by_name) } };
    case 'week_submitted':
      return { ...notice, data: { ...notice.data, of_name: mailName(notice.data.of_name) } };
    case 'endpoint_disabled':
      return { ...notice, data: { ...notice.data, workspace_name: mailName(notice.data.workspace_name) } };
    case 'worklogs_paused':
      return { ...notice, data: { ...notice.data, workspace_name: mailName(notice.data.workspace_name) } };
    default:
      return notice;
  }
}

/** Some mail programs show no-break spaces as boxes. */
function plain(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}
