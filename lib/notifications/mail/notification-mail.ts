import type { Mail } from '#/lib/jobs/mail.ts';
import { mailName } from '#/lib/jobs/mail-name.ts';
import type { NotificationPayload } from '#/lib/jobs/notification-kind-schemas.ts';
import type { Reader } from '#/lib/notifications/inbox/format-for-reader.ts';
import { formatNotification } from '#/lib/notifications/inbox/format-notification.ts';

/** A notification as a mail: what happened, the page where to act on it, and how to turn off such mails. */
export function notificationMail(
  notification: Pick<NotificationPayload, 'kind' | 'data'>,
  to: Reader & { email: string },
  appUrl: string,
): Mail {
  const { title, body, path } = formatNotification(withMailNames(notification as NotificationPayload), to);
  return {
    to: to.email,
    subject: plain(title),
    text: [
      plain(body),
      '',
      `${appUrl}${path}`,
      '',
      '-- ',
      `You get these emails because they’re turned on. Turn them off: ${appUrl}/settings#notifications`,
    ].join('\n'),
  };
}

/** A name that someone else chose for themselves or their workspace must not become a link. */
function withMailNames(notification: NotificationPayload): NotificationPayload {
  switch (notification.kind) {
    case 'corrected':
      return { ...notification, data: { ...notification.data, by_name: mailName(notification.data.by_name) } };
    case 'time_imported':
      return { ...notification, data: { ...notification.data, by_name: mailName(notification.data.by_name) } };
    case 'proposal_decided':
      return { ...notification, data: { ...notification.data, by_name: mailName(notification.data.by_name) } };
    case 'correction_proposed':
      return { ...notification, data: { ...notification.data, of_name: mailName(notification.data.of_name) } };
    case 'week_decided':
      return { ...notification, data: { ...notification.data, by_name: mailName(notification.data.by_name) } };
    case 'week_submitted':
      return { ...notification, data: { ...notification.data, of_name: mailName(notification.data.of_name) } };
    case 'endpoint_disabled':
      return {
        ...notification,
        data: { ...notification.data, workspace_name: mailName(notification.data.workspace_name) },
      };
    case 'worklogs_paused':
      return {
        ...notification,
        data: { ...notification.data, workspace_name: mailName(notification.data.workspace_name) },
      };
    default:
      return notification;
  }
}

/** Some mail programs show no-break spaces as boxes. */
function plain(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}
