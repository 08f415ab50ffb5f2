import type { DraftField, ScheduleDraft } from '#/components/schedules/schedule-draft.ts';

/** What belongs together: one of them means nothing without the others. */
const GROUPS: readonly (readonly DraftField[])[] = [
  ['kind', 'cron', 'time_zone', 'repeat'],
  ['name'],
  ['url'],
  ['method'],
  ['body_kind', 'payload'],
  ['headers'],
  ['retry'],
  ['jitter'],
  ['catch_up'],
  ['callback_url'],
];

type Versions = {
  /** What is typed. */
  draft: ScheduleDraft;
  /** What it was typed over. */
  before: ScheduleDraft;
  /** What someone else has saved meanwhile. */
  theirs: ScheduleDraft;
};
type Rebased = {
  /** What was typed stays, and what was not is as they have it. */
  draft: ScheduleDraft;
  /** Fields that both changed, each to something else: for a person to decide. */
  contested: DraftField[];
};

/** A draft typed over one version of a schedule, for the version that someone else has saved meanwhile. */
export function rebaseDraft({ draft, before, theirs }: Versions): Rebased {
  const isTyped = (group: readonly DraftField[]) => isOther(group, draft, before);
  const taken = GROUPS.filter((group) => !isTyped(group)).flat();
  const contested = GROUPS.filter(
    (group) => isTyped(group) && isOther(group, theirs, before) && isOther(group, theirs, draft),
  ).flat();
  return { draft: { ...draft, ...pick(theirs, taken) }, contested };
}

/** The draft with their version of these fields. */
export function takeTheirs(draft: ScheduleDraft, theirs: ScheduleDraft, fields: readonly DraftField[]): ScheduleDraft {
  return { ...draft, ...pick(theirs, fields) };
}

function isOther(group: readonly DraftField[], one: ScheduleDraft, other: ScheduleDraft): boolean {
  return group.some((field) => one[field] !== other[field]);
}

function pick(draft: ScheduleDraft, fields: readonly DraftField[]): Partial<ScheduleDraft> {
  return Object.fromEntries(fields.map((field) => [field, draft[field]]));
}
