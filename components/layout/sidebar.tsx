import { AccountMenu } from '#/components/layout/account-menu.tsx';
import { NavLink } from '#/components/layout/nav-link.tsx';
import { ALARMS, API_REFERENCE, MEMBERS, SETTINGS, TODAY } from '#/components/layout/pages.ts';
import type { Sheet } from '#/components/layout/sheets.tsx';
import { SyncLine } from '#/components/layout/sync-line.tsx';
import { WorkspaceMenu } from '#/components/layout/workspace-menu.tsx';
import { BrandMark } from '#/components/ui/brand-mark.tsx';
import { useMay } from '#/lib/client/use-live.tsx';

/** Pages above; reference, settings, the state of the line and the account at the foot. */
export function Sidebar({ onShow }: { onShow: (sheet: Sheet) => void }) {
  const mayReadAlarms = useMay('alarms:read');
  const mayReadMembers = useMay('members:read');
  return (
    <aside className="sticky top-0 flex h-dvh flex-col border-r border-line bg-sunken pt-3 max-md:hidden">
      <BrandMark className="mb-3 h-8 px-4 max-xl:justify-center max-xl:px-0" nameClassName="max-xl:sr-only" />
      <WorkspaceMenu onNew={() => onShow('new_workspace')} />
      <nav aria-label="Main" className="flex grow flex-col gap-px px-2 max-xl:px-1.5">
        <NavLink page={TODAY} />
        {mayReadAlarms && <NavLink page={ALARMS} />}
        {mayReadMembers && (
          <>
            <h2 className="px-2 pt-4 pb-1.5 text-xs font-medium text-text-3 max-xl:sr-only">Team</h2>
            <NavLink page={MEMBERS} />
          </>
        )}
        <div className="mt-auto mb-1 flex flex-col gap-px">
          <NavLink page={API_REFERENCE} />
          <NavLink page={SETTINGS} />
        </div>
      </nav>
      <SyncLine />
      <div className="mt-2 border-t border-line p-2 pl-4 max-xl:p-2">
        <AccountMenu onShow={onShow} />
      </div>
    </aside>
  );
}
