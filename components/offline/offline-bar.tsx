import { PHONE_PAGES } from '#/components/layout/pages.ts';
import { Icon } from '#/components/ui/icon.tsx';

/** The tab bar of a phone, in place of the sidebar; links are disabled. */
export function OfflineBar() {
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface px-2 pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="grid auto-cols-fr grid-flow-col">
        {PHONE_PAGES.map(({ href, name, icon }) => (
          <li
            key={href}
            className="grid h-14 content-center justify-items-center gap-1 text-2xs font-medium text-text-3"
          >
            <Icon name={icon} className="size-5" />
            {name}
          </li>
        ))}
      </ul>
    </nav>
  );
}
