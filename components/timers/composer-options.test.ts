import { describe, expect, it } from 'vitest';
import { freeWish, optionsFor, searchOf, wishOf } from '#/components/timers/composer-options.ts';
import { readWish } from '#/lib/client/wish.ts';
import type { TicketJson } from '#/lib/tracking/tickets/ticket-schemas.ts';

const ticket = (key: string, title: string): TicketJson => ({
  id: `id-${key}`,
  key,
  title,
  url: null,
  estimate_seconds: null,
  project: null,
  created_at: '2026-11-01T00:00:00Z',
  last_used_at: null,
});
const limiter = ticket('API-412', 'Rate limiter returns 429 too early');
const headers = ticket('API-377', 'Document the rate limit headers');
const kinds = (text: string, tickets: TicketJson[]) => optionsFor(readWish(text), tickets).map((option) => option.kind);

describe('what typed text can mean', () => {
  it('nothing typed offers the tickets', () => {
    expect(kinds('', [limiter, headers])).toEqual(['ticket', 'ticket']);
  });

  it('words offer matching tickets first, then themselves', () => {
    expect(kinds('rate lim', [limiter, headers])).toEqual(['ticket', 'ticket', 'free']);
  });

  it('a known key offers its ticket first', () => {
    const options = optionsFor(readWish('api-377'), [limiter, headers]);
    expect(options[0]).toEqual({ kind: 'ticket', ticket: headers });
    expect(kinds('api-377', [limiter, headers])).not.toContain('new_ticket');
  });

  it('a new key offers to make the ticket first', () => {
    expect(optionsFor(readWish('OPS-81 Lease renewal'), [])).toEqual([
      { kind: 'new_ticket', key: 'OPS-81', title: 'Lease renewal' },
      { kind: 'free', title: 'OPS-81 Lease renewal' },
    ]);
  });

  it('is searched by key alone when there is one', () => {
    expect(searchOf(readWish('API-412 more words #bug'))).toBe('API-412');
    expect(searchOf(readWish('rate lim #bug'))).toBe('rate lim');
  });
});

describe('what is tracked', () => {
  it('on a ticket found by words has its title', () => {
    const wish = wishOf({ kind: 'ticket', ticket: limiter }, readWish('rate #bug'));
    expect(wish).toMatchObject({ title: limiter.title, ticket: { key: 'API-412' }, tags: ['bug'] });
  });

  it('on a ticket named by key takes the words after it', () => {
    expect(wishOf({ kind: 'ticket', ticket: limiter }, readWish('API-412 write tests')).title).toBe('write tests');
    expect(wishOf({ kind: 'ticket', ticket: limiter }, readWish('API-412')).title).toBe(limiter.title);
  });

  it('without a ticket is the text itself', () => {
    expect(freeWish(readWish('stand-up #team'))).toEqual({
      title: 'stand-up',
      ticket: null,
      newTicketKey: null,
      tags: ['team'],
    });
  });
});
