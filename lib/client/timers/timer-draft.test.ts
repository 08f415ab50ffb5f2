import { describe, expect, it } from 'vitest';
import { draftForTicket, draftName, startBody } from '#/lib/client/timers/timer-draft.ts';

describe('a draft', () => {
  const ticket = { id: 'ticket-id', key: 'API-412', title: 'Rate limiter', url: null };

  it('for an existing ticket names it by id', () => {
    expect(startBody(draftForTicket(ticket, ['bug']), 'switch')).toEqual({
      title: 'Rate limiter',
      tags: ['bug'],
      ticket_id: 'ticket-id',
      on_conflict: 'switch',
    });
  });

  it('for a new key requests the creation of the ticket', () => {
    const draft = { title: 'Leases', ticket: null, newTicketKey: 'OPS-81', tags: [] };
    expect(startBody(draft, 'reject')).toEqual({
      title: 'Leases',
      tags: [],
      ticket_key: 'OPS-81',
      create_ticket: true,
      on_conflict: 'reject',
    });
  });

  it('is named by its key, else by its title', () => {
    expect(draftName(draftForTicket(ticket))).toBe('API-412');
    expect(draftName({ title: 'Stand-up', ticket: null, newTicketKey: null, tags: [] })).toBe('Stand-up');
  });
});
