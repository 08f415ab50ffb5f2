import { describe, expect, it } from 'vitest';
import { ticketOfKey, ticketOfLink, ticketOfNumber, ticketOfNumberedBranch } from '#/lib/client/typed/typed-ticket.ts';

describe('a pasted link', () => {
  it.each([
    ['https://github.com/acme/api/issues/34', 'acme/api#34', ''],
    ['https://github.com/acme/api/pull/35/files#diff-1', 'acme/api#35', ''],
    ['https://gitlab.com/acme/tools/api/-/issues/34', 'acme/tools/api#34', ''],
    ['https://gitlab.example.com/acme/api/-/merge_requests/7/diffs', 'acme/api!7', ''],
    ['https://acme.atlassian.net/browse/API-412?focusedCommentId=1', 'API-412', ''],
    ['https://acme.atlassian.net/jira/software/projects/API/boards/3?selectedIssue=API-412', 'API-412', ''],
    ['https://acme.atlassian.net/jira/software/c/projects/API/issues/API-412', 'API-412', ''],
    ['https://linear.app/acme/issue/eng-123/rate-limiter-is-early', 'ENG-123', 'rate limiter is early'],
    ['https://acme.youtrack.cloud/issue/API-412/Rate-limiter', 'API-412', 'Rate limiter'],
    ['https://tracker.example.com/t/OPS-81', 'OPS-81', ''],
    ['https://tracker.example.com/t/OPS-81-lease-renewal', 'OPS-81', 'lease renewal'],
  ])('%s is ticket %s, "%s"', (link, key, title) => {
    expect(ticketOfLink(link)).toEqual({ key, title, url: new URL(link).href });
  });

  it.each([
    'https://example.com/blog/top-10-tips',
    'https://example.com',
    'https://github.com/acme/api',
    'https://github.com/acme/api/issues/new',
    'https://%',
    'https://example.com/%E0%A4%A',
    'ftp://example.com/OPS-81',
    `https://example.com/${'A'.repeat(70)}-1`,
  ])('%s is no ticket', (link) => {
    expect(ticketOfLink(link)).toBeNull();
  });
});

describe('a key, a number or a branch', () => {
  it.each([
    ['API-412', 'API-412', ''],
    ['api-412', 'API-412', ''],
    ['feature/API-412-rate-limit', 'API-412', 'rate limit'],
    ['maya/eng-123-fix_the_limiter', 'ENG-123', 'fix the limiter'],
    ['API-412-rate-limit', 'API-412', 'rate limit'],
  ])('%s is ticket %s, "%s"', (word, key, title) => {
    expect(ticketOfKey(word)).toEqual({ key, title, url: null });
  });

  it.each(['412', 'API', 'API-', '+46-8', 'docs/adr-12.md', 'API-4x2'])('%s is no key', (word) => {
    expect(ticketOfKey(word)).toBeNull();
  });

  it('recognizes a number with its sign, and at the start of a branch', () => {
    expect(ticketOfNumber('#34')?.key).toBe('#34');
    expect(ticketOfNumber('34')).toBeNull();
    expect(ticketOfNumberedBranch('34-fix-login')).toEqual({ key: '#34', title: 'fix login', url: null });
    expect(ticketOfNumberedBranch('bugfix/34-fix-login')?.key).toBe('#34');
    expect(ticketOfNumberedBranch('3-way')).toBeNull();
    expect(ticketOfNumberedBranch('2026-11-19')).toBeNull();
  });
});
