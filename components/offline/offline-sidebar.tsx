import { MAIN_PAGES } from '#/components/layout/pages.ts';
import { BrandMark } from '#/components/ui/brand-mark.tsx';
import { Icon } from '#/components/ui/icon.tsx';

/** The sidebar without the parts that need the server; links are disabled. */
export function OfflineSidebar() {
  return (
    <aside className="sticky top-0 flex h-dvh flex-col border-r border-line bg-sunken pt-3 max-md:hidden">
      <BrandMark className="mb-3 h-8 px-4 max-xl:justify-center max-xl:px-0" nameClassName="max-xl:sr-only" />
      <ul className="flex flex-col gap-px px-2 max-xl:px-1.5">
        {MAIN_PAGES.map(({ href, name, icon }) => (
          <li key={href} className="flex h-8 items-center gap-2.5 px-2 font-medium text-text-3 max-xl:justify-center">
            <Icon name={icon} />
            <span className="max-xl:sr-only">{name}</span>
          </li>
        ))}
      </ul>
    </aside>
  );
}
