import { describe, expect, it } from 'vitest';
import { draftOfOption, freeTextDraft, optionsFor } from '#/components/composer/composer-options.ts';
import { searchOf } from '#/lib/client/tickets/ticket-search-queries.ts';
import { readTypedEntry } from '#/lib/client/typed/typed-entry.ts';
import type { TicketJson } from '#/lib/tracking/tickets/ticket-schemas.ts';
import { stoppedTimer, timerJson } from '#/test/timer-json.ts';

const ticket = (key: string, title: string): TicketJson => ({
  id: `id-${key}`,
  key,
  title,
  url: null,
  estimate_seconds: null,
  project: null,
  created_at: '2026-11-01T00:00:00Z',
  last_used_at: null,
  pinned_at: null,
  archived_at: null,
});
const limiter = ticket('API-412', 'Rate limiter returns 429 too early');
const headers = ticket('API-377', 'Document the rate limit headers');
const read = (text: string) => readTypedEntry(text, { now: Date.parse('2026-11-19T13:32:00Z'), reading: 'UTC' });
const kinds = (text: string, tickets: TicketJson[]) => optionsFor(read(text), tickets).map((option) => option.kind);

describe('what typed text can mean', () => {
  it('an empty text offers the tickets', () => {
    expect(kinds('', [limiter, headers])).toEqual(['ticket', 'ticket']);
  });

  it('an empty text leaves out the running ticket; its name finds it', () => {
    const recent = [timerJson({ status: 'running', ticket: limiter }), stoppedTimer([['09:00', '10:00']])];
    const keys = (text: string) =>
      optionsFor(read(text), [limiter, headers], recent).flatMap((option) =>
        option.kind === 'ticket' ? option.ticket.key : [],
      );
    expect(keys('')).toEqual(['API-377']);
    expect(keys('API-412')[0]).toBe('API-412');
  });

  it('words offer matching tickets first, then themselves', () => {
    expect(kinds('rate lim', [limiter, headers])).toEqual(['ticket', 'ticket', 'free']);
  });

  it('a part of a key offers the tickets with it first, and the new one after them', () => {
    const keys = optionsFor(read('api-4'), [limiter, headers, ticket('API-41', 'Pagination')]).map((option) =>
      option.kind === 'ticket' ? option.ticket.key : option.kind,
    );
    expect(keys).toEqual(['API-412', 'API-41', 'new_ticket', 'free']);
  });

  it('a part of a key with words first offers tickets with both; unmatched words belong to the new ticket', () => {
    expect(kinds('API-4 rate', [headers, limiter])).toEqual(['ticket', 'new_ticket', 'free']);
    expect(kinds('API-4 Lease renewal', [limiter])).toEqual(['new_ticket', 'ticket', 'free']);
  });

  it('a branch contains all of its key, whatever other keys begin the same', () => {
    expect(kinds('feature/API-4-rate', [limiter])[0]).toBe('new_ticket');
  });

  it('words find tickets in any order, each by the beginning of a word, and nothing that does not match', () => {
    const secret = ticket('OPS-7', 'Rotate the webhook (signing) secret');
    const found = (text: string) => optionsFor(read(text), [limiter, secret, secret])[0];
    for (const text of ['rotate secret', 'signing rotate', 'ops-7', 'web', 'ops-7 signing']) {
      expect(found(text), text).toEqual({ kind: 'ticket', ticket: secret });
    }
    expect(kinds('rotate ecret', [secret])).toEqual(['free']);
    expect(kinds('lunch', [limiter, secret])).toEqual(['free']);
  });

  it('a known key offers its ticket first', () => {
    const options = optionsFor(read('api-377'), [limiter, headers]);
    expect(options[0]).toEqual({ kind: 'ticket', ticket: headers });
    expect(kinds('api-377', [limiter, headers])).not.toContain('new_ticket');
  });

  it('a new key offers to create the ticket first', () => {
    expect(optionsFor(read('OPS-81 Lease renewal'), [])).toEqual([
      { kind: 'new_ticket', key: 'OPS-81', title: 'Lease renewal' },
      { kind: 'free', title: 'OPS-81 Lease renewal' },
    ]);
  });

  it('a number finds the ticket of any repository, a link only its own', () => {
    const github = ticket('acme/api#34', 'Login fails');
    expect(optionsFor(read('#34'), [limiter, github])[0]).toEqual({ kind: 'ticket', ticket: github });
    expect(kinds('https://github.com/acme/api/issues/34', [github])).toEqual(['ticket', 'free']);
    expect(kinds('https://github.com/acme/web/issues/34', [github])[0]).toBe('new_ticket');
  });

  it('a recent title without a ticket is offered again, each once, after the words themselves', () => {
    const standUp = stoppedTimer([['09:00', '09:15']], { title: 'Stand-up', tags: ['team'] });
    const before = stoppedTimer([['08:00', '08:15']], { title: 'stand-up' });
    const waiting = timerJson({ title: 'Stand-up, paused', status: 'paused' });
    const onTicket = stoppedTimer([['07:00', '08:00']], {
      title: 'Stand-up notes',
      ticket: { id: 'id', key: 'API-1', title: '', url: null },
    });
    const recent = [waiting, standUp, before, onTicket];
    expect(optionsFor(read(''), [limiter], recent)).toEqual([
      { kind: 'ticket', ticket: limiter },
      { kind: 'again', timer: standUp },
    ]);
    const [free, again] = optionsFor(read('stand #early'), [], recent);
    expect(free).toEqual({ kind: 'free', title: 'stand' });
    expect(again && draftOfOption(again, read('stand #early'))).toMatchObject({
      title: 'Stand-up',
      tags: ['team', 'early'],
    });
    expect(optionsFor(read('lunch'), [], recent)).toHaveLength(1);
  });

  it('is searched by key alone when there is one', () => {
    expect(searchOf(read('API-412 more words #bug'))).toBe('API-412');
    expect(searchOf(read('rate lim #bug'))).toBe('rate lim');
  });
});

describe('the started timer', () => {
  it('on a ticket found by words has its title', () => {
    const draft = draftOfOption({ kind: 'ticket', ticket: limiter }, read('rate #bug'));
    expect(draft).toMatchObject({ title: limiter.title, ticket: { key: 'API-412' }, tags: ['bug'] });
  });

  it('on a ticket named by key takes the words after it', () => {
    expect(draftOfOption({ kind: 'ticket', ticket: limiter }, read('API-412 write tests')).title).toBe('write tests');
    expect(draftOfOption({ kind: 'ticket', ticket: limiter }, read('API-412')).title).toBe(limiter.title);
  });

  it('on a new ticket keeps its link, and the project', () => {
    const typed = read('https://linear.app/acme/issue/ENG-1/fix-login @web');
    const [option] = optionsFor(typed, []);
    expect(option && draftOfOption(option, typed)).toMatchObject({
      title: 'fix login',
      newTicketKey: 'ENG-1',
      newTicketUrl: 'https://linear.app/acme/issue/ENG-1/fix-login',
      project: 'web',
    });
  });

  it('without a ticket is the text itself', () => {
    expect(freeTextDraft(read('stand-up #team'))).toEqual({
      title: 'stand-up',
      ticket: null,
      newTicketKey: null,
      tags: ['team'],
    });
  });
});
