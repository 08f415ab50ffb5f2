import { describe, expect, it } from 'vitest';
import { type Command, findCommands, pickedBy } from '#/components/command/command.ts';

const command = (group: Command['group'], label: string, also?: string): Command => ({
  id: label,
  group,
  icon: 'check',
  label,
  ...(also && { also }),
  run: () => {},
});
const ALL = [
  command('Go to', 'Webhooks, in Settings'),
  command('Go to', 'Settings'),
  command('Actions', 'Dark theme', 'night'),
  command('Start a timer', 'Start WEB-211 Export times out'),
  command('With what you typed', 'Start these words'),
];
const found = (text: string) => findCommands(ALL, text).map(([group, found]) => [group, ...found.map((c) => c.label)]);

describe('the palette', () => {
  it('shows what can be started and done before pages, if nothing is typed', () => {
    expect(found('').map(([group]) => group)).toEqual(['Start a timer', 'Actions', 'Go to']);
    expect(found('')[0]).toEqual(['Start a timer', 'Start WEB-211 Export times out']);
  });

  it('finds pages by their beginning first; starts with any words come last', () => {
    expect(found('set')).toEqual([
      ['Go to', 'Settings', 'Webhooks, in Settings'],
      ['With what you typed', 'Start these words'],
    ]);
  });

  it('shows matches at the beginning first: Enter after “pause” pauses, whatever else has the word', () => {
    const lines = [
      command('Start a timer', 'Start API-1 Export pause'),
      command('Go to', 'Receivers', 'pause limit rate'),
      command('Actions', 'Pause API-412'),
    ];
    expect(findCommands(lines, 'pause').map(([, found]) => found[0]?.label)).toEqual([
      'Pause API-412',
      'Start API-1 Export pause',
      'Receivers',
    ]);
  });

  it('finds pages by “go to” too', () => {
    expect(found('go to settings')[0]).toEqual(['Go to', 'Settings']);
  });

  it.each([['night'], ['dkth'], ['DARK']])('finds the dark theme by "%s"', (text) => {
    expect(found(text)).toContainEqual(['Actions', 'Dark theme']);
  });

  it('finds nothing if letters are missing', () => {
    expect(found('zz')).toEqual([['With what you typed', 'Start these words']]);
  });
});

describe('a digit', () => {
  it.each([
    ['2', '', 1],
    ['2', 'web', 1],
    ['9', 'å', 8],
    ['0', 'web', null],
    ['1', 'API-4', null],
    ['1', 'API-', null],
    ['4', 'error ', null],
    ['3', '#', null],
    ['3', 'add 1h', null],
    ['3', '+', null],
    ['b', 'we', null],
  ])('%s after "%s" picks %s', (key, text, picked) => {
    expect(pickedBy(key, text)).toBe(picked);
  });
});
