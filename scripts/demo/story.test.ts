import { expect, test } from 'vitest';
import { generateStory } from '#/scripts/demo/story.ts';

const NOW = new Date('2026-03-12T15:00:00.000Z');
const MIDNIGHTS = ['2026-03-10', '2026-03-11', '2026-03-12'].map((day) => new Date(`${day}T00:00:00.000Z`));

function story(seed: number) {
  return generateStory(seed, () => MIDNIGHTS, NOW);
}

test('the same seed tells the same story, another seed another', () => {
  expect(story(1)).toEqual(story(1));
  expect(story(1)).not.toEqual(story(2));
});

test('the story goes forward in time, and not beyond now', () => {
  const instants = story(1).map((step) => step.at);
  expect(instants).toEqual(instants.toSorted((one, other) => one - other));
  expect(instants.at(-1)).toBeLessThanOrEqual(NOW.getTime());
});

test('each person works on one thing at a time', () => {
  const busyWith = new Map<string, object | null>();
  for (const { member, session, act } of story(1)) {
    const current = busyWith.get(member.name) ?? null;
    expect(current).toBe(act === 'start' ? null : session);
    busyWith.set(member.name, act === 'stop' ? null : session);
  }
  expect(busyWith.size).toBe(4);
});
