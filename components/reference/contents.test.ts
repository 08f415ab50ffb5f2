import { describe, expect, test } from 'vitest';
import {
  type ApiDocument,
  contentsOf,
  fullHash,
  matching,
  onlySection,
  sectionAt,
} from '#/components/reference/contents.ts';

const operation = (operationId: string, summary: string, ...tags: string[]) => ({ operationId, summary, tags });
const DOCUMENT = {
  openapi: '3.1.0',
  info: {
    version: '1',
    license: { name: 'MIT' },
    description: 'All of it.\n\n## Getting started\n\nA key.\n\n## Errors\n\n### Not in the list\n',
  },
  tags: [{ name: 'Timers' }, { name: 'API keys' }, { name: 'Empty' }, { name: 'Webhook events' }],
  paths: {
    '/timers': { get: operation('listTimers', 'List timers', 'Timers') },
    '/timers/start': { post: operation('startTimer', 'Start a timer', 'Timers') },
    '/api-keys': {
      get: operation('listApiKeys', 'List API keys', 'API keys'),
      post: operation('createApiKey', 'Create an API key', 'API keys'),
    },
  },
  webhooks: { 'timer.started': { post: operation('onTimerStarted', 'timer.started', 'Webhook events') } },
} satisfies ApiDocument & { openapi: string };
const CONTENTS = contentsOf(DOCUMENT);

test('the contents are the guide by its headings, then each tag with operations', () => {
  expect(CONTENTS).toEqual([
    {
      hash: '#guide',
      name: 'Guide',
      tag: null,
      entries: [
        { hash: '#section/Getting-started', name: 'Getting started' },
        { hash: '#section/Errors', name: 'Errors' },
      ],
    },
    {
      hash: '#tag/Timers',
      name: 'Timers',
      tag: 'Timers',
      entries: [
        { hash: '#tag/Timers/operation/listTimers', name: 'List timers', method: 'GET', path: '/timers' },
        { hash: '#tag/Timers/operation/startTimer', name: 'Start a timer', method: 'POST', path: '/timers/start' },
      ],
    },
    {
      hash: '#tag/API-keys',
      name: 'API keys',
      tag: 'API keys',
      entries: [
        { hash: '#tag/API-keys/operation/listApiKeys', name: 'List API keys', method: 'GET', path: '/api-keys' },
        { hash: '#tag/API-keys/operation/createApiKey', name: 'Create an API key', method: 'POST', path: '/api-keys' },
      ],
    },
    {
      hash: '#tag/Webhook-events',
      name: 'Webhook events',
      tag: 'Webhook events',
      entries: [{ hash: '#tag/Webhook-events/operation/onTimerStarted', name: 'timer.started' }],
    },
  ]);
});

test.each([
  ['', 'Guide'],
  ['#guide', 'Guide'],
  ['#section/Errors', 'Guide'],
  ['#tag/API-keys', 'API keys'],
  ['#tag/API-keys/operation/createApiKey', 'API keys'],
  ['#tag/API', 'Guide'],
  ['#operation/startTimer', 'Timers'],
  ['#operation/onTimerStarted', 'Webhook events'],
  ['#operation/startTimer/responses/200', 'Timers'],
  ['#operation/start', 'Guide'],
  ['#nothing-like-it', 'Guide'],
])('%j leads to %s', (hash, name) => {
  expect(sectionAt(CONTENTS, hash)?.name).toBe(name);
});

test.each([
  ['#operation/startTimer', '#tag/Timers/operation/startTimer'],
  ['#tag/Timers/operation/startTimer', '#tag/Timers/operation/startTimer'],
  ['#operation/start', '#operation/start'],
  ['#tag/Timers', '#tag/Timers'],
  ['', ''],
])('%j is %j in full', (hash, full) => {
  const section = sectionAt(CONTENTS, hash);
  expect(section && fullHash(section, hash)).toBe(full);
});

describe('of the document', () => {
  const sectionNamed = (name: string) => {
    const section = CONTENTS.find((section) => section.name === name);
    if (!section) throw new Error(`There is no section ${name}.`);
    return section;
  };

  test('the guide keeps the text before all operations', () => {
    const { info, tags, paths, webhooks, openapi } = onlySection(DOCUMENT, sectionNamed('Guide'));
    expect(info, 'neither version nor license').toEqual({ version: '', description: DOCUMENT.info.description });
    expect({ tags, paths, webhooks, openapi }).toEqual({ tags: [], paths: {}, webhooks: {}, openapi: '3.1.0' });
  });

  test('each other section keeps its own operations, and all sections together every one', () => {
    const parts = CONTENTS.slice(1).map((section) => onlySection(DOCUMENT, section));
    for (const part of parts) expect(part.info.description).toBe('');
    const operations = parts.flatMap(({ paths, webhooks }) =>
      [...Object.values(paths), ...Object.values(webhooks)].flatMap((methods) =>
        Object.values(methods).map(({ operationId }) => operationId),
      ),
    );
    expect(operations).toEqual(['listTimers', 'startTimer', 'listApiKeys', 'createApiKey', 'onTimerStarted']);
  });
});

test.each([
  [
    '',
    [
      'Getting started',
      'Errors',
      'List timers',
      'Start a timer',
      'List API keys',
      'Create an API key',
      'timer.started',
    ],
  ],
  ['  START  timer ', ['Start a timer', 'timer.started']],
  ['post', ['Start a timer', 'Create an API key']],
  ['/api-keys', ['List API keys', 'Create an API key']],
  ['webhook', ['timer.started']],
  ['nothing', []],
])('a search for %j finds %j', (search, names) => {
  expect(matching(CONTENTS, search).flatMap(({ entries }) => entries.map(({ name }) => name))).toEqual(names);
});
