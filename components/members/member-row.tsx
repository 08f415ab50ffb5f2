'use client';

import { formatRunning } from '#/components/members/format-member.ts';
import { type MemberAction, memberActionsFor } from '#/components/members/member-actions-for.ts';
import { MemberMenu } from '#/components/members/member-menu.tsx';
import { ROLE_LABELS } from '#/components/members/role-labels.ts';
import { formatAgo, formatDate, formatInstant } from '#/components/settings/format-when.ts';
import { classNames } from '#/components/ui/class-names.ts';
import { Icon } from '#/components/ui/icon.tsx';
import { initials } from '#/components/ui/initials.ts';
import type { MemberJson } from '#/lib/accounts/memberships/membership-schemas.ts';
import { useMay, useMe, useServerNow, useTimeStyle, useToday } from '#/lib/client/live/use-live.tsx';
import { SECOND_MS } from '#/lib/core/duration.ts';

const cell = 'truncate p-0 pr-3';
/** On a phone, where no row has a menu. */
const wide = 'max-md:col-span-2 max-md:justify-self-end';
/** Relative times are updated this often, without an announcement. */
const TURN_MS = 10 * SECOND_MS;

type Props = { member: MemberJson; seesTimers: boolean; onAction: (action: MemberAction) => void };

/** One person: a row of a table, on a phone two lines. */
export function MemberRow({ member, seesTimers, onAction }: Props) {
  const me = useMe();
  const mayManage = useMay('members:manage');
  const actions = memberActionsFor(member, me);
  const isDisabled = member.disabled_at !== null;
  return (
    <tr
      data-member={member.user_id}
      className={classNames(
        'border-line hover:bg-hover max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto_auto] max-md:items-center max-md:gap-x-3 max-md:border-b max-md:px-4 max-md:py-2 md:h-12 md:*:border-b md:*:border-line',
        isDisabled && 'text-text-3',
      )}
    >
      <th scope="row" className={classNames(cell, 'text-left font-medium max-md:pr-0 md:pl-2')}>
        <span className="flex items-center gap-2.5">
          <span
            aria-hidden="true"
            className="grid size-6 shrink-0 place-items-center rounded-full border border-line bg-hover text-[10px] font-semibold text-text-2"
          >
            {initials(member.name)}
          </span>
          <span className="min-w-0">
            <span className="block truncate">
              {member.name}
              {member.user_id === me.user.id && <span className="font-normal text-text-3"> you</span>}
            </span>
            <span className="block truncate text-xs font-normal text-text-3 lg:hidden">{member.email}</span>
          </span>
        </span>
      </th>
      <td className={classNames(cell, 'text-text-2 max-lg:hidden')}>{member.email}</td>
      <td
        className={classNames(cell, 'max-md:pr-0 max-md:text-right', !isDisabled && 'text-text-2', !mayManage && wide)}
      >
        {ROLE_LABELS[member.role]}
      </td>
      <td
        className={classNames(
          cell,
          'max-md:order-5 max-md:pr-0',
          !isDisabled && 'text-text-2 max-md:hidden',
          !mayManage && wide,
        )}
      >
        <State disabledAt={member.disabled_at} />
      </td>
      <LastSeen at={member.last_seen_at} />
      {seesTimers && <RunsNow member={member} />}
      <td
        className={classNames(
          'p-0 text-right max-md:order-3 max-md:w-6 md:pr-2 pointer-coarse:max-md:w-10',
          !mayManage && 'max-md:hidden',
        )}
      >
        {actions.length > 0 && <MemberMenu name={member.name} actions={actions} onAction={onAction} />}
      </td>
    </tr>
  );
}

function State({ disabledAt }: { disabledAt: string | null }) {
  const style = useTimeStyle();
  if (!disabledAt) return 'Active';
  return (
    <span className="flex items-center gap-1.5 font-medium" title={formatInstant(new Date(disabledAt), style)}>
      <Icon name="discard" className="size-3.5" />
      Disabled
    </span>
  );
}

function LastSeen({ at }: { at: string | null }) {
  const style = useTimeStyle();
  const now = new Date(useServerNow(TURN_MS));
  const seen = at === null ? null : new Date(at);
  const isToday = seen !== null && formatDate(seen, now, style.timeZone) === formatDate(now, now, style.timeZone);
  return (
    <td
      className={classNames(cell, 'text-text-3 max-md:order-4 max-md:pl-[34px] max-md:text-xs')}
      title={seen ? formatInstant(seen, style) : undefined}
    >
      <span className="md:hidden">{seen && (isToday ? 'seen ' : 'seen on ')}</span>
      {formatAgo(seen, now, style)}
      <span className="md:hidden">{!seen && ' seen'}</span>
    </td>
  );
}

function RunsNow({ member }: { member: MemberJson }) {
  const style = useTimeStyle();
  const today = useToday();
  const running = formatRunning(member.running, style, today);
  return (
    <td
      className={classNames(cell, 'max-md:order-6 max-md:col-span-full max-md:pl-[34px]', !running && 'max-md:hidden')}
    >
      {running ? (
        <span className="flex items-center gap-1.5" title={member.running?.title}>
          <Icon name="running" className="size-3.5 text-accent" />
          <span className="truncate">
            {running.what} <span className="text-text-3">{running.since}</span>
          </span>
        </span>
      ) : (
        <span className="text-text-3">–</span>
      )}
    </td>
  );
}
