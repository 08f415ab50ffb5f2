import { SECOND_MS } from '#/lib/core/duration.ts';
import { formatLateness } from '#/lib/core/format-lateness.ts';
import type { NotificationPayload } from '#/lib/jobs/notification-kind-schemas.ts';
import { dateOf, lengthOf, NBSP, type Reader, timeOf } from '#/lib/notifications/inbox/format-for-reader.ts';
import type { FormattedNotification } from '#/lib/notifications/inbox/format-notification.ts';

type Alert = Extract<NotificationPayload, { kind: 'alert' }>['data'];

/** What is wrong, while the alert is open. */
export function formatAlert({ rule, facts }: Pick<Alert, 'rule' | 'facts'>): FormattedNotification {
  const path = '/team/operations';
  switch (rule) {
    case 'no_worker':
      return {
        title: 'No worker is running',
        body: `None has been seen for ${lengthOf(Number(facts.seconds))}. Alarms wait until one is back.`,
        path,
      };
    case 'canary_silent':
      if (facts.on_hold_since !== undefined) {
        const body = 'Nothing fires and nothing is sent until whoever runs the service releases it.';
        return { title: 'The engine is on hold', body, path };
      }
      return {
        title: 'Test alarms aren’t coming through',
        body: `A worker is running, but no test alarm has come through for ${lengthOf(Number(facts.seconds))}.`,
        path,
      };
    case 'lateness': {
      const objective = formatLateness(Number(facts.objective_ms));
      return { title: 'Alarms are firing late', body: `${latePart(facts)} late; the target is ${objective}.`, path };
    }
    case 'broker_failing':
      return {
        title: 'A message broker is failing',
        body: `${brokersPart(facts)} failing for ${lengthOf(Number(facts.seconds))}. Events wait to be published or consumed.`,
        path: facts.own === 0 ? path : '/settings#brokers',
      };
    default: {
      const whole = `${facts.count} ${facts.count === 1 ? 'alarm' : 'alarms'} couldn’t be delivered in the last 15${NBSP}min`;
      const own = facts.own === undefined || facts.own === facts.count ? '' : `, ${facts.own} of them yours`;
      return { title: 'Dead letters are rising', body: `${whole}${own}.`, path };
    }
  }
}

/** Facts recorded before attempts got this name have `tries`. */
function latePart(facts: Alert['facts']): string {
  if (facts.p99_ms) return `One in a hundred fired more than ${formatLateness(Number(facts.p99_ms))}`;
  if (facts.late)
    return `${facts.late} of ${facts.attempts ?? facts.tries} fired more than ${formatLateness(Number(facts.over_ms))}`;
  return `Three test alarms fired more than ${formatLateness(Number(facts.canary_ms))}`;
}

function brokersPart({ count, own }: Alert['facts']): string {
  if (own === 1) return 'One of your message brokers has been';
  return own === 0 ? `${count} message brokers have been` : `${own} of your message brokers have been`;
}

const OVER_TITLES: Record<Alert['rule'], string> = {
  no_worker: 'A worker is running again',
  canary_silent: 'Test alarms are coming through again',
  lateness: 'Alarms are firing on time again',
  dead_letters: 'Dead letters are no longer rising',
  broker_failing: 'Message brokers are working again',
};

/** That the alert has closed. */
export function formatAlertOver({ rule, opened_at, closed_at }: Alert, reader: Reader): FormattedNotification {
  const seconds = Math.round((Date.parse(closed_at ?? opened_at) - Date.parse(opened_at)) / SECOND_MS);
  const since = `${dateOf(opened_at, reader)}, ${timeOf(opened_at, reader)}`;
  return {
    title: OVER_TITLES[rule],
    body: `The alert from ${since} is over. It lasted ${lengthOf(seconds)}.`,
    path: '/team/operations',
  };
}
