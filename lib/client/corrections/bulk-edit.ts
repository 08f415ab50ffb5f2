import { dateIn } from '#/lib/client/calendar/calendar.ts';
import { readSubject } from '#/lib/client/entries/typed-subject.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';
import { readEnd } from '#/lib/client/typed/typed-end.ts';
import type { TimerEditBody } from '#/lib/tracking/corrections/correction-schemas.ts';
import type { OwnerJson } from '#/lib/tracking/corrections/team-timer-schemas.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** A bulk edit of timers as typed. */
export type Bulk = {
  kind: 'stop' | 'end' | 'tags' | 'ticket';
  end: string;
  add: string;
  remove: string;
  ticket: string;
};
/** A timer with its owner. */
export type Chosen = { timer: TimerJson; owner: OwnerJson };
/** The request body, with only the timers that change, or the error in the typed text. */
export type BulkEdit = { drafts: TimerEditBody[] } | { problem: string };

export const NO_BULK: Bulk = { kind: 'stop', end: '', add: '', remove: '', ticket: '' };

/** The bulk edit of several timers; each end is on the owner's day on which the last span begins, or the next. */
export function bulkEdit(bulk: Bulk, chosen: readonly Chosen[], style: TimeStyle): BulkEdit {
  if (bulk.kind === 'stop') return { drafts: chosen.flatMap(({ timer }) => stopped(timer)) };
  if (bulk.kind === 'end') return ended(bulk.end, chosen, style);
  return joined(chosen.map(({ timer }) => about(bulk, timer)));
}

function stopped(timer: TimerJson): TimerEditBody[] {
  const isOpen = timer.status === 'running' || timer.status === 'paused';
  return isOpen ? [{ timer_id: timer.id, version: timer.version, status: 'stopped' }] : [];
}

function ended(text: string, chosen: readonly Chosen[], style: TimeStyle): BulkEdit {
  if (!text.trim()) return { drafts: [] };
  return joined(chosen.map((one) => endedAt(text, one, style)));
}

function endedAt(text: string, { timer, owner }: Chosen, style: TimeStyle): BulkEdit {
  const last = timer.spans.at(-1);
  if (!last || timer.status === 'discarded') return { drafts: [] };
  const from = Date.parse(last.started_at);
  const theirs = { ...style, timeZone: owner.time_zone, dayStartHour: owner.day_start_hour };
  const read = readEnd(text, { style: theirs, base: dateIn(owner.time_zone, from), after: from });
  if ('problem' in read) return { problem: `${owner.name}: ${read.problem}` };
  if ('twice' in read)
    return { problem: `${owner.name}: that time occurs twice that day. Correct this one separately.` };
  const to = new Date(read.at).toISOString();
  if (last.ended_at !== null && Date.parse(last.ended_at) === read.at) return { drafts: [] };
  const spans = timer.spans.map(({ started_at, ended_at }, index) => ({
    started_at,
    ended_at: index === timer.spans.length - 1 ? to : ended_at,
  }));
  const status = timer.ended_at === null ? { status: 'stopped' as const } : {};
  return { drafts: [{ timer_id: timer.id, version: timer.version, ...status, spans }] };
}

function about(bulk: Bulk, timer: TimerJson): BulkEdit {
  const splitTags = (text: string) => text.split(/[\s,]+/).map((word) => word.replace(/^#/, ''));
  const isTags = bulk.kind === 'tags';
  const gone = new Set(splitTags(bulk.remove));
  const tags = isTags ? [...timer.tags.filter((tag) => !gone.has(tag)), ...splitTags(bulk.add)] : timer.tags;
  const ticket = isTags || !bulk.ticket.trim() ? (timer.ticket?.key ?? '') : bulk.ticket;
  const read = readSubject({ ticket, title: timer.title, tags: tags.join(' ').trim() }, timer);
  if ('problem' in read) return { problem: read.problem };
  const { change } = read;
  const edit = {
    ...(change.tags && { tags: change.tags }),
    ...(change.ticket && { ticket_key: change.ticket.key }),
  };
  return { drafts: Object.keys(edit).length === 0 ? [] : [{ timer_id: timer.id, version: timer.version, ...edit }] };
}

function joined(each: readonly BulkEdit[]): BulkEdit {
  const problem = each.find((one) => 'problem' in one);
  return problem ?? { drafts: each.flatMap((one) => ('drafts' in one ? one.drafts : [])) };
}
