'use client';

import { SETTINGS_GROUPS, SETTINGS_SECTIONS } from '#/components/settings/settings-sections.ts';
import { useSectionInView } from '#/components/settings/use-section-in-view.ts';
import { classNames } from '#/components/ui/class-names.ts';

const ANCHORS = SETTINGS_SECTIONS.map(({ anchor }) => anchor);

/** Links to the sections, with the current one marked. */
export function SettingsNav() {
  const here = useSectionInView(ANCHORS);
  return (
    <nav aria-label="Settings" className="hidden border-r border-line md:block">
      <div className="sticky top-12 max-h-[calc(100dvh-48px)] overflow-y-auto py-6 pr-2 pl-6">
        {SETTINGS_GROUPS.map(({ title, sections }) => (
          <div key={title} className="mb-4">
            <h2 className="px-2 pb-1.5 text-xs font-medium text-text-3">{title}</h2>
            {sections.map(({ anchor, name }) => (
              <a
                key={anchor}
                href={`#${anchor}`}
                aria-current={here === anchor ? 'location' : undefined}
                className={classNames(
                  'flex h-8 items-center rounded-md px-2 text-text-2 hover:bg-hover hover:text-text',
                  here === anchor && 'bg-hover text-text',
                )}
              >
                {name}
              </a>
            ))}
          </div>
        ))}
      </div>
    </nav>
  );
}
