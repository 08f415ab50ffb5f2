import { describe, expect, test } from 'vitest';
import { readTicketView, ticketHref, ticketsHref } from '#/lib/client/tickets/ticket-view.ts';

const PROJECT = '0190f5fe-7c00-7a00-8000-000000000001';

describe('the URL of the list of tickets', () => {
  test.each([
    '/tickets',
    '/tickets?search=rate+limit',
    '/tickets?state=archived&sort=key',
    `/tickets?search=a&state=all&sort=tracked&project=${PROJECT}`,
  ])('survives a round trip: %s', (href) => {
    expect(ticketsHref(readTicketView(new URL(href, 'http://x').searchParams))).toBe(href);
  });

  test('with unknown values shows the default list', () => {
    const query = new URLSearchParams({ state: 'lost', sort: 'size', project: 'Core', search: '  ' });
    expect(ticketsHref(readTicketView(query))).toBe('/tickets');
  });

  test('of a ticket whose key has URL characters leads to it', () => {
    expect(ticketHref('fix/login#2')).toBe('/tickets/fix%2Flogin%232');
  });
});
