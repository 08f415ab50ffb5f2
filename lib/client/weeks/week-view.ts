/** By their last change: submitted ones come first. */
export const WEEK_TABS = ['submitted', 'approved', 'returned'] as const;
export type WeekTab = (typeof WEEK_TABS)[number];

const TEAM_WEEKS_PATH = '/team/weeks';

/** The weeks that a URL shows; by default the submitted ones. */
export function readWeekTab(query: { get(name: string): string | null }): WeekTab {
  return WEEK_TABS.find((tab) => tab === query.get('state')) ?? 'submitted';
}

export function teamWeeksHref(tab: WeekTab): string {
  return tab === 'submitted' ? TEAM_WEEKS_PATH : `${TEAM_WEEKS_PATH}?state=${tab}`;
}
