'use client';

import { useOpenPage } from '#/components/layout/use-open-page.ts';
import type { DayOfNotifications } from '#/components/notifications/notifications-by-day.ts';
import { classNames } from '#/components/ui/class-names.ts';
import { useLive, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { readOne } from '#/lib/client/notifications/inbox-mutations.ts';
import { timeOfDay } from '#/lib/client/time/format-time.ts';
import { formatNotification } from '#/lib/notifications/inbox/format-notification.ts';
import type { NotificationJson } from '#/lib/notifications/inbox/notification-schemas.ts';

type DayProps = DayOfNotifications & { onClose: () => void };

/** The notifications of one day. */
export function NotificationDay({ title, notifications, onClose }: DayProps) {
  return (
    <section aria-label={title} className="-mx-2 paint-near px-2 pb-4">
      <h3 className="mb-1 text-xs font-medium text-text-3">{title}</h3>
      <ul className="border-t border-line">
        {notifications.map((one) => (
          <Row key={one.id} notification={one} onClose={onClose} />
        ))}
      </ul>
    </section>
  );
}

/** Opens the page where it can be acted on, and marks it as read. */
function Row({ notification, onClose }: { notification: NotificationJson; onClose: () => void }) {
  const { client, http, clock, toasts } = useLive();
  const openPage = useOpenPage();
  const style = useTimeStyle();
  const { title, body, path } = formatNotification(notification, style);
  const isUnread = notification.read_at === null;
  const open = () => {
    if (isUnread) {
      readOne({ client, http }, notification, clock.now()).catch((error: Error) =>
        toasts.show({ icon: 'warning', lead: 'Couldn’t mark it as read.', text: error.message }),
      );
    }
    onClose();
    openPage(path);
  };
  return (
    <li className="border-b border-line">
      <button
        type="button"
        onClick={open}
        className="-mx-2 grid w-[calc(100%+16px)] grid-cols-[8px_minmax(0,1fr)_auto] items-start gap-x-2 rounded-sm px-2 py-2 text-left hover:bg-hover focus-visible:outline-offset-[-2px]"
      >
        <span className="mt-1.5">
          {isUnread && (
            <span className="block size-1.5 rounded-full bg-text">
              <span className="sr-only">Unread.</span>
            </span>
          )}
        </span>
        <span className="min-w-0">
          <span className={classNames('block wrap-anywhere', isUnread ? 'font-semibold' : 'text-text-2')}>{title}</span>
          <span className="block text-xs text-text-3 wrap-anywhere">{body}</span>
        </span>
        <time dateTime={notification.created_at} className="text-xs text-text-3">
          {timeOfDay(Date.parse(notification.created_at), style)}
        </time>
      </button>
    </li>
  );
}
