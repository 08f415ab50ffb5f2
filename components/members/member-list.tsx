'use client';

import { useEffect, useRef, useState } from 'react';
import { UNREACHABLE } from '#/components/accounts/use-form.ts';
import type { MemberActions } from '#/components/members/member-actions.ts';
import type { MemberDeed } from '#/components/members/member-deeds.ts';
import { MemberQuestion } from '#/components/members/member-question.tsx';
import { MemberRow } from '#/components/members/member-row.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import type { MemberJson } from '#/lib/accounts/memberships/membership-schemas.ts';
import { useLive, useMay } from '#/lib/client/use-live.tsx';

type Props = { members: MemberJson[]; actions: MemberActions; onChanged: () => void };
type Asked = { member: MemberJson; deed: MemberDeed };

/** People in the order in which they joined. What cannot be undone by a press is asked first. */
export function MemberList({ members, actions, onChanged }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const seesTimers = useMay('timers:read_all');
  const changeRole = useRoleChange(actions, onChanged);
  const box = useRef<HTMLTableElement>(null);
  const returnTo = useFocusBack(box, asked !== null);
  const press = (member: MemberJson, deed: MemberDeed) => {
    returnTo.current = member.user_id;
    if (deed === 'make_admin') changeRole(member, 'admin');
    else if (deed === 'make_member') changeRole(member, 'member');
    else setAsked({ member, deed });
  };
  return (
    <>
      <table
        ref={box}
        tabIndex={-1}
        className="w-full table-fixed border-separate border-spacing-0 outline-none max-md:block"
      >
        <caption className="sr-only">Members</caption>
        <MemberHead seesTimers={seesTimers} />
        <tbody className="max-md:-mx-4 max-md:block">
          {members.map((member) => (
            <MemberRow
              key={member.user_id}
              member={member}
              seesTimers={seesTimers}
              onPress={(deed) => press(member, deed)}
            />
          ))}
        </tbody>
      </table>
      {asked && (
        <MemberQuestion
          // What runs may have changed since the question was asked.
          member={members.find(({ user_id }) => user_id === asked.member.user_id) ?? asked.member}
          deed={asked.deed}
          actions={actions}
          onClose={(isDone) => {
            setAsked(null);
            if (isDone) onChanged();
          }}
        />
      )}
    </>
  );
}

const head = 'sticky top-12 z-[1] h-8 border-b border-line bg-bg p-0 pr-3 text-left text-xs font-medium text-text-3';

function MemberHead({ seesTimers }: { seesTimers: boolean }) {
  return (
    <thead className="max-md:sr-only">
      <tr>
        <th scope="col" className={classNames(head, 'w-[28%] md:pl-2')}>
          Name
        </th>
        <th scope="col" className={classNames(head, 'max-lg:hidden')}>
          E-mail
        </th>
        <th scope="col" className={classNames(head, 'w-[88px]')}>
          Role
        </th>
        <th scope="col" className={classNames(head, 'w-[104px]')}>
          State
        </th>
        <th scope="col" className={classNames(head, 'w-[112px]')}>
          Last seen
        </th>
        {seesTimers && (
          <th scope="col" className={classNames(head, 'w-[22%]')}>
            Runs now
          </th>
        )}
        <th scope="col" className={classNames(head, 'w-10')}>
          <span className="sr-only">Actions</span>
        </th>
      </tr>
    </thead>
  );
}

/** Another role is given at once, and can be taken back. */
function useRoleChange({ edit }: MemberActions, onChanged: () => void) {
  const { notices } = useLive();
  const change = async (member: MemberJson, role: 'admin' | 'member') => {
    const outcome = await edit(member.user_id, { role }).catch(() => UNREACHABLE);
    onChanged();
    if (!outcome.ok) {
      notices.show({ icon: 'warning', lead: 'Not changed.', text: outcome.message ?? 'Try again.' });
      return;
    }
    const before = role === 'admin' ? 'member' : 'admin';
    notices.show({
      icon: 'check',
      lead: `${member.name} is ${role === 'admin' ? 'an admin' : 'a member'} now.`,
      action: { label: 'Undo', run: () => void change(member, before) },
    });
  };
  return (member: MemberJson, role: 'admin' | 'member') => void change(member, role);
}

/** When a question closes, the menu it came from takes the focus; when that is gone, the list. */
function useFocusBack(box: React.RefObject<HTMLElement | null>, isAsking: boolean) {
  const returnTo = useRef<string | null>(null);
  useEffect(() => {
    if (isAsking || returnTo.current === null) return;
    const menu = box.current?.querySelector<HTMLElement>(`[data-member="${CSS.escape(returnTo.current)}"] button`);
    if (document.activeElement === document.body) (menu ?? box.current)?.focus();
    returnTo.current = null;
  }, [box, isAsking]);
  return returnTo;
}
