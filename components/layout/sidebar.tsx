import { SearchButton } from '#/components/command/search-button.tsx';
import { AccountMenu } from '#/components/layout/account-menu.tsx';
import { NavLink } from '#/components/layout/nav-link.tsx';
import { FOOT_PAGES, MAIN_PAGES, openTo, TEAM_PAGES } from '#/components/layout/pages.ts';
import type { Sheet } from '#/components/layout/sheets.tsx';
import { SyncLine } from '#/components/layout/sync-line.tsx';
import { WorkspaceMenu } from '#/components/layout/workspace-menu.tsx';
import { InboxButton } from '#/components/notifications/inbox-button.tsx';
import { BrandMark } from '#/components/ui/brand-mark.tsx';
import { useMe } from '#/lib/client/live/use-live.tsx';

/** Pages at the top; reference, settings, connection state and the account at the bottom. */
export function Sidebar({ onShow }: { onShow: (sheet: Sheet) => void }) {
  const { scopes } = useMe();
  const team = openTo(scopes, TEAM_PAGES);
  return (
    <aside className="sticky top-0 flex h-dvh flex-col border-r border-line bg-sunken pt-3 max-md:hidden">
      <BrandMark className="mb-3 h-8 px-4 max-xl:justify-center max-xl:px-0" nameClassName="max-xl:sr-only" />
      <WorkspaceMenu onNew={() => onShow('new_workspace')} />
      <SearchButton onClick={() => onShow('command')} />
      <nav aria-label="Main" className="flex grow flex-col gap-px px-2 max-xl:px-1.5">
        {openTo(scopes, MAIN_PAGES).map((page) => (
          <NavLink key={page.href} page={page} />
        ))}
        {team.length > 0 && <h2 className="px-2 pt-4 pb-1.5 text-xs font-medium text-text-3 max-xl:sr-only">Team</h2>}
        {team.map((page) => (
          <NavLink key={page.href} page={page} />
        ))}
        <div className="mt-auto mb-1 flex flex-col gap-px">
          <InboxButton onClick={() => onShow('inbox')} />
          {FOOT_PAGES.map((page) => (
            <NavLink key={page.href} page={page} />
          ))}
        </div>
      </nav>
      <SyncLine />
      <div className="mt-2 border-t border-line p-2 pl-4 max-xl:p-2">
        <AccountMenu onShow={onShow} />
      </div>
    </aside>
  );
}
