import type { DraftField, ScheduleDraft } from '#/components/schedules/schedule-draft.ts';

/** Fields that belong together: one of them is meaningless without the others. */
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
  /** The typed draft. */
  draft: ScheduleDraft;
  /** Its base. */
  before: ScheduleDraft;
  /** What another person has saved meanwhile. */
  theirs: ScheduleDraft;
};
type Rebased = {
  /** Typed fields stay, and others are theirs. */
  draft: ScheduleDraft;
  /** Fields that both changed, each to something else: for a person to decide. */
  contested: DraftField[];
};

/** Rebases a draft of one version of a schedule onto the version that another person has saved meanwhile. */
export function rebaseDraft({ draft, before, theirs }: Versions): Rebased {
  const isTyped = (group: readonly DraftField[]) => isOther(group, draft, before);
  const taken = GROUPS.filter((group) => !isTyped(group)).flat();
  const contested = GROUPS.filter(
    (group) => isTyped(group) && isOther(group, theirs, before) && isOther(group, theirs, draft),
  ).flat();
  return { draft: { ...draft, ...pick(theirs, taken) }, contested };
}

/** The draft with their version of these fields. */
export function withTheirFields(
  draft: ScheduleDraft,
  theirs: ScheduleDraft,
  fields: readonly DraftField[],
): ScheduleDraft {
  return { ...draft, ...pick(theirs, fields) };
}

function isOther(group: readonly DraftField[], one: ScheduleDraft, other: ScheduleDraft): boolean {
  return group.some((field) => one[field] !== other[field]);
}

function pick(draft: ScheduleDraft, fields: readonly DraftField[]): Partial<ScheduleDraft> {
  return Object.fromEntries(fields.map((field) => [field, draft[field]]));
}
