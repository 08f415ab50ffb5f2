'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { SETTINGS } from '#/components/layout/pages.ts';
import { NotificationDay } from '#/components/notifications/notification-day.tsx';
import { byDay } from '#/components/notifications/notifications-by-day.ts';
import { Button } from '#/components/ui/button.tsx';
import { Modal, ModalFoot } from '#/components/ui/dialog/modal.tsx';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { ShowMore } from '#/components/ui/list/show-more.tsx';
import { SkeletonBar } from '#/components/ui/list/skeleton-bar.tsx';
import { useLive, useTimeStyle, useToday } from '#/lib/client/live/use-live.tsx';
import { readAll } from '#/lib/client/notifications/inbox-mutations.ts';
import { INBOX_PAGE, inboxQuery } from '#/lib/client/notifications/inbox-queries.ts';

/** Notifications, newest first. Updated live while it is open, whichever device marks them as read. */
export function Inbox({ onClose }: { onClose: () => void }) {
  const { http, client, clock, toasts } = useLive();
  const query = useInfiniteQuery(inboxQuery(http));
  const all = query.data?.pages.flatMap(({ notifications }) => notifications) ?? [];
  const unread = query.data?.pages[0]?.unread ?? 0;
  const [newest] = all;
  const markAll = () => {
    if (!newest) return;
    readAll({ client, http }, newest, clock.now()).catch((error: Error) =>
      toasts.show({ icon: 'warning', lead: 'Couldn’t mark it as read.', text: error.message }),
    );
  };
  return (
    <Modal title="Notifications" onClose={onClose}>
      <div className="-mt-3 mb-3 flex h-8 items-center justify-between gap-3">
        <p role="status" className="text-text-2">
          {query.data && (unread === 0 ? 'All read' : `${unread} unread`)}
        </p>
        {unread > 0 && (
          <Button size="sm" variant="soft" onClick={markAll}>
            Mark all read
          </Button>
        )}
      </div>
      <div className="min-h-48">
        {query.isPending && <Loading />}
        {query.isError && !query.data && <ListError noun="notifications" size="part" error={query.error} />}
        {query.data && !newest && <Empty onLeave={onClose} />}
        <Days notifications={all} onClose={onClose} />
        <ShowMore count={INBOX_PAGE} query={query} />
      </div>
      <div className="mt-6">
        <ModalFoot>
          <Link
            href={`${SETTINGS.href}#notifications`}
            onClick={onClose}
            className="mr-auto self-center text-text-2 underline underline-offset-2 hover:text-text"
          >
            Choose how you’re notified
          </Link>
          <Button variant="ink" data-autofocus onClick={onClose}>
            Close
          </Button>
        </ModalFoot>
      </div>
    </Modal>
  );
}

function Days({ notifications, onClose }: { notifications: Parameters<typeof byDay>[0]; onClose: () => void }) {
  const days = byDay(notifications, useTimeStyle(), useToday());
  return days.map((day) => <NotificationDay key={day.date} {...day} onClose={onClose} />);
}

function Empty({ onLeave }: { onLeave: () => void }) {
  return (
    <p className="text-text-2">
      Nothing yet. When a timer runs for too long, a phase ends, or a webhook is disabled, you’ll see it here, and get
      push or email{' '}
      <Link href={`${SETTINGS.href}#notifications`} onClick={onLeave} className="underline underline-offset-2">
        if you choose
      </Link>
      .
    </p>
  );
}

function Loading() {
  return (
    <div aria-busy="true" className="grid gap-4">
      <span className="sr-only">Loading notifications</span>
      {['w-3/4', 'w-1/2', 'w-2/3'].map((width) => (
        <SkeletonBar key={width} className={width} />
      ))}
    </div>
  );
}
