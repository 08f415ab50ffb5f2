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
  'timer.started': 'Somebody started a timer.',
  'timer.paused': 'A timer was paused.',
  'timer.resumed': 'A paused timer goes on.',
  'timer.stopped': 'Somebody stopped a timer.',
  'timer.completed': 'A timer came to its own end: a countdown, a plan, or its cap.',
  'timer.discarded': 'A timer was thrown away; its time does not count.',
  'timer.edited': 'Title, ticket or tags of a timer were changed.',
  'timer.restored': 'A timer that was thrown away is back; its time counts again.',
  'timer.added': 'Somebody added time by hand, as a timer that has been stopped.',
  'timer.corrected':
    'Recorded time was corrected after the fact; `reason` says when two timers were made of one (`split`), one of two (`merged`), time was taken out by an answer (`trimmed`), or that was undone (`undone`).',
  'timer.stale':
    'A timer has run for so long, or beyond the working hours, that its owner is asked whether they still work.',
  'timer.away': 'The owner of a running timer was away; they are asked what that time was.',
  'timer.answered':
    'What was asked about a timer is answered, has become pointless (`moot`), or the answer was undone. Changes of the timer are events of their own.',
  'timer.snoozed': 'The owner of a timer wants to be asked again in a while.',
  'timer.reviewed': 'The owner of a timer that needed a review has confirmed its time.',
  'timer.phase_started': 'A phase of a plan began: work or a break.',
  'timer.phase_ended': 'A phase of a plan ended; `cycle` says how, and its planned and actual time.',
  'timer.phase_extended': 'A phase of a plan was given more time.',
  'timer.phase_overdue':
    'The planned time of a phase is over: work goes on as overtime, or a break waits for its person.',
  'correction.made':
    'Recorded time was corrected, of one timer or several at once; `timers` names them. Each of them has an event of its own beside it.',
  'correction.reverted': 'A correction was reverted: its timers are as they were before it.',
  'correction.proposed': 'A member proposed a correction of their own locked time.',
  'correction.proposal_accepted': 'A proposed correction was accepted and made; `correction_id` names it.',
  'correction.proposal_declined': 'A proposed correction was declined; `note` says why.',
  'correction.proposal_withdrawn': 'A member withdrew the correction they had proposed.',
  'correction.proposal_superseded':
    'A proposed correction no longer applies: its timer was deleted or given to somebody else, its member left or was disabled, or they proposed something else.',
  'import.applied':
    'Time entries of a file were recorded: one event for each person whose time they are, none for each entry.',
  'import.undone': 'Time entries that an import had recorded were taken away again; one event for each person.',
  'week.submitted': 'A member says that a week of theirs is complete.',
  'week.withdrawn': 'A member took back a week that they had submitted.',
  'week.approved': 'A week of a member was approved.',
  'week.returned': 'A week of a member was given back to them, with what is to be changed.',
  'ticket.created': 'A ticket was made.',
  'ticket.edited': 'Key, title, address, estimate or project of a ticket were changed.',
  'ticket.archived': 'A ticket is no longer offered for new time.',
  'ticket.restored': 'An archived ticket is offered again.',
  'ticket.pinned': 'Somebody keeps a ticket at hand, for themselves.',
  'ticket.unpinned': 'Somebody no longer keeps a ticket at hand.',
  'ticket_source.created': 'An issue tracker was connected: its webhooks keep tickets current.',
  'ticket_source.edited': 'Name, project or secret of a connected issue tracker were changed.',
  'ticket_source.deleted': 'An issue tracker was disconnected; its tickets stay.',
  'ticket_source.worklogs_edited':
    'Pushing worklogs to an issue tracker was switched on or off, or its URL, account or options were changed.',
  'ticket_source.worklogs_paused':
    'Pushing worklogs to an issue tracker was paused, since it rejected the token. Admins were told.',
  'ticket_source.worklogs_retried': 'Somebody had failed worklogs attempted again.',
  'ticket_source.worklogs_removed': 'Somebody had all worklogs that were pushed to an issue tracker removed.',
  'project.created': 'A project was made.',
  'project.edited': 'A project has another name.',
  'project.archived': 'A project is no longer offered for new time.',
  'project.restored': 'An archived project is offered again.',
  'alarm.created': 'An alarm was made, or several that one caller asked for at the same moment.',
  'alarm.fired': 'An alarm that publishes an event has come due.',
  'alarm.delivered': 'The webhook of an alarm returned 2xx.',
  'alarm.dead': 'An alarm could not be delivered and has become a dead letter.',
  'alarm.aborted': 'An alarm, or a number of them, was aborted before it fired.',
  'alarm.moved': 'An alarm was given another due time.',
  'alarm.replaced': 'An open alarm, or a number of them, was created again with other content, which it has now.',
  'alarm.redriven': 'An alarm, or a number of dead letters, was made to fire again.',
  'schedule.created': 'A schedule was created.',
  'schedule.edited': 'A schedule was changed.',
  'schedule.paused': 'A schedule was paused: no run follows until it is resumed.',
  'schedule.resumed': 'A paused schedule was resumed.',
  'schedule.deleted': 'A schedule was deleted.',
  'receiver.created': 'Delivery to a receiver, or of the workspace, was paused or limited.',
  'receiver.edited': 'Delivery to a receiver, or of the workspace, was paused, resumed or limited otherwise.',
  'receiver.deleted': 'Delivery to a receiver, or of the workspace, is no longer paused or limited.',
  'broker.created': 'A message broker was connected.',
  'broker.edited': 'Name, URL, targets or dialect of a message broker were changed, or it was paused or resumed.',
  'broker.deleted': 'A message broker was disconnected.',
  'export.requested': 'Somebody asked for a file of recorded time.',
  'export.canceled': 'Somebody no longer wants a file of recorded time.',
  'calendar_feed.created': 'Somebody made a secret address by which a calendar reads their time.',
  'calendar_feed.rotated': 'Somebody replaced the secret address of their calendar.',
  'calendar_feed.revoked': 'Somebody revoked the secret address of their calendar.',
  'saved_report.created': 'Somebody saved a report under a name.',
  'saved_report.edited': 'Somebody changed a report that they had saved.',
  'saved_report.deleted': 'Somebody deleted a report that they had saved.',
  'report_link.created': 'Somebody made a link by which a report is read without signing in.',
  'report_link.revoked': 'A link to a report was revoked.',
  'webhook_secret.rotated': "The secret that the workspace's alarms are signed with was replaced.",
  'endpoint.created': 'An endpoint was subscribed.',
  'endpoint.edited': 'Address, events, description or format of an endpoint were changed.',
  'endpoint.disabled': 'An endpoint was disabled, by somebody or since nothing could be delivered for too long.',
  'endpoint.enabled': 'An endpoint was enabled again.',
  'endpoint.deleted': 'An endpoint was deleted.',
  'endpoint.secret_rotated': 'The secret of an endpoint was replaced.',
  'endpoint.replayed': 'Somebody had deliveries to an endpoint sent again.',
  'operations.alert_opened':
    'The service needs a look: no worker, a silent canary, alarms that fire late, or many dead letters. Told in the workspace that set the service up.',
  'operations.alert_closed': 'What an alert was about is over.',
  'notification.created': 'Somebody was told of something: an inbox has a new entry.',
  'notification.read': 'Somebody has read a notification, or all up to one (`count`).',
  'notification.preferences_edited': 'Somebody changed how they want to be told.',
  'push_subscription.created': 'Somebody let a browser take push messages.',
  'push_subscription.deleted': 'A browser takes no more push messages.',
  'api_key.created': 'Somebody made an API key.',
  'api_key.edited': 'The name, scopes or expiry of an API key were changed.',
  'api_key.revoked': 'An API key was revoked.',
  'account.created': 'Somebody made an account in the workspace.',
  'account.password_changed': 'Somebody changed their password, in the settings or by a mailed link.',
  'account.edited': 'Somebody changed the settings of their account.',
  'session.created': 'Somebody signed in.',
  'session.switched': 'Somebody switched from another workspace to this one.',
  'session.revoked': 'Somebody signed out, or was signed out.',
  'workspace.created': 'The workspace was made.',
  'workspace.edited': 'Settings of the workspace were changed.',
  'workspace.transferred': 'The workspace has another owner.',
  'invitation.created': 'Somebody was invited.',
  'invitation.revoked': 'An invitation was revoked.',
  'member.joined': 'Somebody joined the workspace.',
  'member.edited': "A member's role was changed.",
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
