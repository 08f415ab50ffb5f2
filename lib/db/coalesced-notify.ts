import { log } from '#/lib/core/log.ts';

/** A notification between processes; `T` is its content. */
export type NotificationChannel<T> = {
  channel: string;
  /** How long it waits for others of the same kind. */
  coalesceMs: number;
  /** Merges two simultaneous notifications. */
  join(waiting: T, next: T): T;
  /** The payload, at most 8,000 bytes. */
  write(notification: T): string;
  /** For the log: what processes that miss it do instead. */
  otherwise: string;
};

/** Who can send notifications: the client. */
export type NotifySender = { $executeRaw(query: TemplateStringsArray, ...values: unknown[]): Promise<number> };

/**
 * Sends notifications of one kind: one NOTIFY for all that are reported within some milliseconds, outside the reporting
 * transactions, since a commit that notifies takes a lock on the whole instance (measured: 4.7 times fewer inserts). A
 * notification is never data: a lost one costs listeners their polling interval, nothing else.
 */
export function coalescedNotify<T>(kind: NotificationChannel<T>): (db: NotifySender, notification: T) => void {
  const waiting = new WeakMap<NotifySender, { notification: T }>();
  return (db, notification) => {
    const known = waiting.get(db);
    if (known) {
      known.notification = kind.join(known.notification, notification);
      return;
    }
    const first = { notification };
    waiting.set(db, first);
    setTimeout(() => {
      waiting.delete(db);
      db.$executeRaw`select pg_notify(${kind.channel}, ${kind.write(first.notification)})`.catch((error: unknown) =>
        log.warn({ err: error, channel: kind.channel }, `notification not sent; ${kind.otherwise}`),
      );
    }, kind.coalesceMs);
  };
}
