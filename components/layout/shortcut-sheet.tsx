'use client';

import { shortcutGroups } from '#/components/layout/shortcut-list.ts';
import { useShortcutSettings } from '#/components/settings/use-settings.ts';
import { Button } from '#/components/ui/button.tsx';
import { Modal, ModalFoot } from '#/components/ui/dialog/modal.tsx';
import { Kbd, Keys } from '#/components/ui/kbd.tsx';
import { useMe } from '#/lib/client/live/use-live.tsx';

/** All keys, and the switch that turns the single ones off. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const { scopes } = useMe();
  return (
    <Modal title="Keyboard shortcuts" size="lg" isRead onClose={onClose}>
      <div className="gap-x-8 sm:columns-2">
        {shortcutGroups(scopes).map(({ title, keys }) => (
          <section key={title} aria-label={title} className="mb-4 break-inside-avoid">
            <h3 className="mb-1 text-xs font-medium text-text-3">{title}</h3>
            <dl className="grid grid-cols-[72px_minmax(0,1fr)] gap-x-3">
              {keys.map(([key, does]) => (
                <div key={key} className="col-span-2 grid min-h-8 grid-cols-subgrid items-center border-b border-line">
                  <dt>
                    <Kbd isAlways>{key}</Kbd>
                    <span className="sr-only">
                      <Keys>{key}</Keys>
                    </span>
                  </dt>
                  <dd className="py-1.5 text-text-2">{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <ModalFoot>
        <SingleKeysSwitch />
        <Button variant="ink" onClick={onClose}>
          Close
        </Button>
      </ModalFoot>
    </Modal>
  );
}

function SingleKeysSwitch() {
  const { single_keys: isOn } = useMe().user;
  const saveSettings = useShortcutSettings();
  return (
    <label className="mr-auto flex items-center gap-2">
      <input
        type="checkbox"
        checked={isOn}
        className="size-4 accent-ink"
        onChange={(event) => void saveSettings({ single_keys: event.target.checked })}
      />
      Single-key shortcuts
    </label>
  );
}
