import { describe, expect, it } from 'vitest';
import { readWish, startBody, wishForTicket, wishName } from '#/lib/client/wish.ts';

describe('text typed into the composer', () => {
  it.each([
    ['', null, '', []],
    ['  stand-up ', null, 'stand-up', []],
    ['API-412', 'API-412', '', []],
    ['api-412 rate   limiter', 'API-412', 'rate limiter', []],
    ['fix #backend the limiter #bug', null, 'fix the limiter', ['backend', 'bug']],
    ['#bug', null, '', ['bug']],
    ['API-412 #bug #bug', 'API-412', '', ['bug']],
    ['issue#12 stays', null, 'issue#12 stays', []],
    ['call +46-8 number', null, 'call +46-8 number', []],
  ])('"%s" is ticket %s, title "%s", tags %j', (text, ticketKey, title, tags) => {
    expect(readWish(text)).toMatchObject({ ticketKey, title, tags });
  });

  it('is searched without its tags', () => {
    expect(readWish('API-412 rate #backend').query).toBe('API-412 rate');
  });
});

describe('a wish', () => {
  const ticket = { id: 'ticket-id', key: 'API-412', title: 'Rate limiter', url: null };

  it('for a ticket that exists names it by id', () => {
    expect(startBody(wishForTicket(ticket, ['bug']), 'switch')).toEqual({
      title: 'Rate limiter',
      tags: ['bug'],
      ticket_id: 'ticket-id',
      on_conflict: 'switch',
    });
  });

  it('for a new key asks to make the ticket', () => {
    const wish = { title: 'Leases', ticket: null, newTicketKey: 'OPS-81', tags: [] };
    expect(startBody(wish, 'reject')).toEqual({
      title: 'Leases',
      tags: [],
      ticket_key: 'OPS-81',
      create_ticket: true,
      on_conflict: 'reject',
    });
  });

  it('is called by its key, else by its title', () => {
    expect(wishName(wishForTicket(ticket))).toBe('API-412');
    expect(wishName({ title: 'Stand-up', ticket: null, newTicketKey: null, tags: [] })).toBe('Stand-up');
  });
});
