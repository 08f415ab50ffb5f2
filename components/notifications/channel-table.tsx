'use client';

import { KIND_LABELS } from '#/components/notifications/notification-labels.ts';
import { classNames } from '#/components/ui/class-names.ts';
import { switchClass } from '#/components/ui/form/switch.tsx';
import { useMe } from '#/lib/client/live/use-live.tsx';
import type { NotificationKind } from '#/lib/jobs/notification-kind-schemas.ts';
import type { PreferencesJson } from '#/lib/notifications/preferences/preferences-schemas.ts';

type Channels = PreferencesJson['channels'];
type Props = { channels: Channels; hasMail: boolean; onChange: (channels: Channels) => void };
const COLUMNS: readonly ['push' | 'mail', string][] = [
  ['push', 'Push'],
  ['mail', 'Email'],
];
const KINDS = Object.entries(KIND_LABELS) as [NotificationKind, (typeof KIND_LABELS)[NotificationKind]][];

/** Push and mail by kind; the inbox always gets everything. */
export function ChannelTable({ channels, hasMail, onChange }: Props) {
  const { scopes } = useMe();
  const kinds = KINDS.filter(([, { scope }]) => !scope || scopes.includes(scope));
  return (
    <div className="grid gap-2">
      <table className="w-full border-collapse">
        <caption className="sr-only">Notification channels, by kind</caption>
        <thead>
          <tr className="border-b border-line text-xs text-text-3">
            <th scope="col" className="h-8 pr-3 text-left font-medium">
              Notify me when
            </th>
            {COLUMNS.map(([channel, name]) => (
              <th key={channel} scope="col" className="w-14 text-center font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kinds.map(([kind, { name }]) => (
            <tr key={kind} className="border-b border-line">
              <th scope="row" className="h-10 pr-3 pointer-coarse:h-12 text-left font-normal">
                {name}
              </th>
              {COLUMNS.map(([channel, way]) => (
                <td key={channel}>
                  <input
                    type="checkbox"
                    role="switch"
                    aria-label={`${way}: ${name}`}
                    checked={channels[kind][channel]}
                    aria-checked={channels[kind][channel]}
                    onChange={(event) =>
                      onChange({ ...channels, [kind]: { ...channels[kind], [channel]: event.target.checked } })
                    }
                    className={classNames('mx-auto block', switchClass)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-xs text-text-3">
        Everything is also listed under Notifications.
        {!hasMail && ' This server can’t send email until its operator sets SMTP_URL.'}
      </p>
    </div>
  );
}
