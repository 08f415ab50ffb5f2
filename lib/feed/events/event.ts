/** Every type of the feed, `<noun>.<what happened>`. */
export const EVENT_TYPES = [
  'timer.started',
  'timer.paused',
  'timer.resumed',
  'timer.stopped',
  'timer.completed',
  'timer.discarded',
  'timer.edited',
  'timer.restored',
  'timer.added',
  'timer.corrected',
  'timer.stale',
  'timer.away',
  'timer.answered',
  'timer.snoozed',
  'timer.reviewed',
  'timer.phase_started',
  'timer.phase_ended',
  'timer.phase_extended',
  'timer.phase_overdue',
  'correction.made',
  'correction.reverted',
  'correction.proposed',
  'correction.proposal_accepted',
  'correction.proposal_declined',
  'correction.proposal_withdrawn',
  'correction.proposal_superseded',
  'import.applied',
  'import.undone',
  'week.submitted',
  'week.withdrawn',
  'week.approved',
  'week.returned',
  'ticket.created',
  'ticket.edited',
  'ticket.archived',
  'ticket.restored',
  'ticket.pinned',
  'ticket.unpinned',
  'ticket_source.created',
  'ticket_source.edited',
  'ticket_source.deleted',
  'ticket_source.worklogs_edited',
  'ticket_source.worklogs_paused',
  'ticket_source.worklogs_retried',
  'ticket_source.worklogs_removed',
  'project.created',
  'project.edited',
  'project.archived',
  'project.restored',
  'alarm.created',
  'alarm.fired',
  'alarm.delivered',
  'alarm.dead',
  'alarm.aborted',
  'alarm.moved',
  'alarm.replaced',
  'alarm.redriven',
  'schedule.created',
  'schedule.edited',
  'schedule.paused',
  'schedule.resumed',
  'schedule.deleted',
  'receiver.created',
  'receiver.edited',
  'receiver.deleted',
  'broker.created',
  'broker.edited',
  'broker.deleted',
  'export.requested',
  'export.canceled',
  'calendar_feed.created',
  'calendar_feed.rotated',
  'calendar_feed.revoked',
  'saved_report.created',
  'saved_report.edited',
  'saved_report.deleted',
  'report_link.created',
  'report_link.revoked',
  'webhook_secret.rotated',
  'endpoint.created',
  'endpoint.edited',
  'endpoint.disabled',
  'endpoint.enabled',
  'endpoint.deleted',
  'endpoint.secret_rotated',
  'endpoint.replayed',
  'operations.alert_opened',
  'operations.alert_closed',
  'notification.created',
  'notification.read',
  'notification.preferences_edited',
  'push_subscription.created',
  'push_subscription.deleted',
  'api_key.created',
  'api_key.edited',
  'api_key.revoked',
  'account.created',
  'account.edited',
  'account.password_changed',
  'session.created',
  'session.switched',
  'session.revoked',
  'workspace.created',
  'workspace.edited',
  'workspace.transferred',
  'invitation.created',
  'invitation.revoked',
  'member.joined',
  'member.edited',
  'member.disabled',
  'member.enabled',
  'member.left',
  'member.removed',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** The description of each type of event, for people who subscribe. */
export const EVENT_DESCRIPTIONS: Record<EventType, string> = {
  'timer.started': 'Someone started a timer.',
  'timer.paused': 'A timer was paused.',
  'timer.resumed': 'A paused timer was resumed.',
  'timer.stopped': 'Someone stopped a timer.',
  'timer.completed': 'A timer ended automatically: a countdown, a plan, or its cap.',
  'timer.discarded': 'A timer was deleted; its time doesn’t count.',
  'timer.edited': 'The title, ticket, or tags of a timer were changed.',
  'timer.restored': 'A deleted timer was restored; its time counts again.',
  'timer.added': 'Someone added time by hand, as a stopped timer.',
  'timer.corrected':
    'Recorded time was corrected after the fact; `reason` says when a timer was split in two (`split`), two were merged (`merged`), an answer removed time (`trimmed`), or that was undone (`undone`).',
  'timer.stale':
    'A timer has run for so long, or past the working hours, that its owner is asked whether they’re still working.',
  'timer.away': 'The owner of a running timer was away; they’re asked whether it was work.',
  'timer.answered':
    'A question about a timer was answered, no longer matters (`moot`), or its answer was undone. Changes to the timer are separate events.',
  'timer.snoozed': 'The owner of a timer asked to be asked again later.',
  'timer.reviewed': 'The owner of a timer that needed review confirmed its time.',
  'timer.phase_started': 'A phase of a plan began: work or a break.',
  'timer.phase_ended': 'A phase of a plan ended; `cycle` says how, and its planned and actual time.',
  'timer.phase_extended': 'A phase of a plan was given more time.',
  'timer.phase_overdue':
    'The planned time of a phase is over: work continues as overtime, or a break waits for its owner.',
  'correction.made':
    'Recorded time was corrected, of one timer or several at once; `timers` lists them. Each of them also has its own event.',
  'correction.reverted': 'A correction was reverted: its timers are as they were before it.',
  'correction.proposed': 'A member proposed a correction of their own locked time.',
  'correction.proposal_accepted': 'A proposed correction was accepted and made; `correction_id` names it.',
  'correction.proposal_declined': 'A proposed correction was declined; `note` says why.',
  'correction.proposal_withdrawn': 'A member withdrew the correction they had proposed.',
  'correction.proposal_superseded':
    'A proposed correction no longer applies: its timer was deleted or moved to someone else, its member left or was disabled, or they proposed something else.',
  'import.applied': 'Time entries of a file were imported: one event for each person, not for each entry.',
  'import.undone': 'Imported time entries were removed again: one event for each person.',
  'week.submitted': 'A member submitted a week for approval.',
  'week.withdrawn': 'A member withdrew a week that they had submitted.',
  'week.approved': 'A week of a member was approved.',
  'week.returned': 'A week of a member was returned to them, with what needs to change.',
  'ticket.created': 'A ticket was created.',
  'ticket.edited': 'The key, title, URL, estimate, or project of a ticket was changed.',
  'ticket.archived': 'A ticket is no longer offered for new time.',
  'ticket.restored': 'An archived ticket is offered again.',
  'ticket.pinned': 'Someone pinned a ticket, for themselves.',
  'ticket.unpinned': 'Someone unpinned a ticket.',
  'ticket_source.created': 'An issue tracker was connected: its webhooks keep tickets current.',
  'ticket_source.edited': 'The name, project, or secret of a connected issue tracker was changed.',
  'ticket_source.deleted': 'An issue tracker was disconnected; its tickets stay.',
  'ticket_source.worklogs_edited':
    'Pushing worklogs to an issue tracker was turned on or off, or its URL, account, or options were changed.',
  'ticket_source.worklogs_paused':
    'Pushing worklogs to an issue tracker was paused, because it rejected the token. Admins were notified.',
  'ticket_source.worklogs_retried': 'Someone retried failed worklogs.',
  'ticket_source.worklogs_removed': 'Someone removed all worklogs that were pushed to an issue tracker.',
  'project.created': 'A project was created.',
  'project.edited': 'A project was renamed.',
  'project.archived': 'A project is no longer offered for new time.',
  'project.restored': 'An archived project is offered again.',
  'alarm.created': 'An alarm was created, or several that one caller requested at the same moment.',
  'alarm.fired': 'An alarm that publishes an event came due.',
  'alarm.delivered': 'The webhook of an alarm returned 2xx.',
  'alarm.dead': 'An alarm couldn’t be delivered and became a dead letter.',
  'alarm.aborted': 'An alarm, or a number of them, was aborted before it fired.',
  'alarm.moved': 'An alarm was rescheduled.',
  'alarm.replaced': 'An open alarm, or a number of them, was replaced with other content.',
  'alarm.redriven': 'An alarm, or a number of dead letters, was redriven.',
  'schedule.created': 'A schedule was created.',
  'schedule.edited': 'A schedule was changed.',
  'schedule.paused': 'A schedule was paused: it won’t run until it is resumed.',
  'schedule.resumed': 'A paused schedule was resumed.',
  'schedule.deleted': 'A schedule was deleted.',
  'receiver.created': 'Delivery to a receiver, or of the workspace, was paused or limited.',
  'receiver.edited': 'Delivery to a receiver, or of the workspace, was paused or resumed, or its limits were changed.',
  'receiver.deleted': 'Delivery to a receiver, or of the workspace, is no longer paused or limited.',
  'broker.created': 'A message broker was connected.',
  'broker.edited': 'The name, URL, targets, or dialect of a message broker was changed, or it was paused or resumed.',
  'broker.deleted': 'A message broker was disconnected.',
  'export.requested': 'Someone requested an export of recorded time.',
  'export.canceled': 'Someone canceled an export of recorded time.',
  'calendar_feed.created': 'Someone created a secret address for a calendar to read their time.',
  'calendar_feed.rotated': 'Someone replaced the secret address of their calendar.',
  'calendar_feed.revoked': 'Someone revoked the secret address of their calendar.',
  'saved_report.created': 'Someone saved a report.',
  'saved_report.edited': 'Someone changed a saved report of theirs.',
  'saved_report.deleted': 'Someone deleted a saved report of theirs.',
  'report_link.created': 'Someone created a link to read a report without signing in.',
  'report_link.revoked': 'A link to a report was revoked.',
  'webhook_secret.rotated': 'The secret that the workspace’s alarms are signed with was rotated.',
  'endpoint.created': 'An endpoint was created.',
  'endpoint.edited': 'The URL, events, description, or format of an endpoint was changed.',
  'endpoint.disabled': 'An endpoint was disabled, by someone or because nothing was delivered for too long.',
  'endpoint.enabled': 'An endpoint was enabled again.',
  'endpoint.deleted': 'An endpoint was deleted.',
  'endpoint.secret_rotated': 'The secret of an endpoint was rotated.',
  'endpoint.replayed': 'Someone resent deliveries to an endpoint.',
  'operations.alert_opened':
    'The service needs attention: no worker, no test alarms coming through, alarms that fire late, or many dead letters. Sent in the workspace that set the service up.',
  'operations.alert_closed': 'An alert was closed.',
  'notification.created': 'Someone was notified: an inbox has a new entry.',
  'notification.read': 'Someone read a notification, or all up to one (`count`).',
  'notification.preferences_edited': 'Someone changed how they are notified.',
  'push_subscription.created': 'Someone turned on push messages in a browser.',
  'push_subscription.deleted': 'Push messages were turned off in a browser.',
  'api_key.created': 'Someone created an API key.',
  'api_key.edited': 'The name, scopes, or expiration of an API key were changed.',
  'api_key.revoked': 'An API key was revoked.',
  'account.created': 'Someone created an account in the workspace.',
  'account.password_changed': 'Someone changed their password, in the settings or by an emailed link.',
  'account.edited': 'Someone changed the settings of their account.',
  'session.created': 'Someone signed in.',
  'session.switched': 'Someone switched from another workspace to this one.',
  'session.revoked': 'Someone signed out, or was signed out.',
  'workspace.created': 'The workspace was created.',
  'workspace.edited': 'Settings of the workspace were changed.',
  'workspace.transferred': 'Ownership of the workspace was transferred.',
  'invitation.created': 'Someone was invited.',
  'invitation.revoked': 'An invitation was revoked.',
  'member.joined': 'Someone joined the workspace.',
  'member.edited': 'A member’s role was changed.',
  'member.disabled': 'A member was disabled.',
  'member.enabled': 'A disabled member was enabled again.',
  'member.left': 'A member left the workspace.',
  'member.removed': 'A member was removed from the workspace.',
};

export type NewEvent = {
  type: EventType;
  /** Id of the thing it is about. */
  subjectId: string;
  /** Whose data it touched; null when it concerns the workspace. */
  userId: string | null;
  data: EventData;
};

/**
 * JSON: what the thing was and what it became, `null` before it was made and after it is gone; of a big thing, what has
 * changed. Beside them what readers of one type want, such as the whole `timer`. Never a secret.
 */
export type EventData = { before: Facts | null; after: Facts | null; [more: string]: unknown };
/** For events that change nothing, such as a resend. */
export const NO_CHANGE = { before: null, after: null } as const;

export type Facts = Readonly<Record<string, unknown>>;

/** One row of the feed, as readers get it. */
export type FeedEvent = NewEvent & {
  id: bigint;
  workspaceId: string;
  actor: { kind: string; id: string; user_id?: string };
  requestId: string | null;
  createdAt: Date;
};

/**
 * Why something was done: the text that the person gave, else the service's reason code (`timers_disabled`); empty
 * where there is none. Of the data of an event, or of its JSON.
 */
export function eventReason({
  after,
  correction,
  reason,
}: {
  after?: unknown;
  correction?: unknown;
  reason?: unknown;
}): string {
  const reasons = after as { reason?: unknown; words?: unknown } | null | undefined;
  const words = [(correction as { words?: unknown } | undefined)?.words, reasons?.reason, reasons?.words, reason];
  return words.find((one): one is string => typeof one === 'string' && one !== '') ?? '';
}
