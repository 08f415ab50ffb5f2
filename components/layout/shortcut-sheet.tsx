'use client';

import { usePressSettings } from '#/components/accounts/use-settings.ts';
import { Button } from '#/components/ui/button.tsx';
import { Kbd } from '#/components/ui/kbd.tsx';
import { Modal } from '#/components/ui/modal.tsx';
import { useMe } from '#/lib/client/use-live.tsx';

const KEYS = [
  ['N', 'New timer'],
  ['W', 'Switch to other work'],
  ['P', 'Pause or resume'],
  ['S', 'Stop'],
  ['E', 'Edit the title'],
  ['1 – 4', 'Start from Start next'],
  ['J K', 'Next, previous row'],
  ['↵', 'Continue an entry'],
  ['→ ←', 'Show, hide its spans'],
  ['/', 'Find alarms'],
  ['C', 'New alarm'],
  ['R', 'Try or replay an alarm'],
  ['⌫', 'Abort an alarm'],
  ['X', 'Choose a dead letter'],
  ['G D', 'Today'],
  ['G A', 'Alarms'],
  ['G M', 'Members'],
  ['G S', 'Settings'],
  ['G H', 'API reference'],
  ['?', 'This list'],
] as const;

/** All keys, and the switch that turns the single ones off. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  return (
    <Modal title="Keyboard shortcuts" onClose={onClose}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 sm:grid-cols-[auto_minmax(0,1fr)_auto_minmax(0,1fr)]">
        {KEYS.map(([keys, does]) => (
          <div key={keys} className="col-span-2 grid h-8 grid-cols-subgrid items-center border-b border-line">
            <dt>
              <Kbd>{keys}</Kbd>
              <span className="sr-only">{keys}</span>
            </dt>
            <dd className="truncate text-text-2">{does}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 flex items-center justify-between gap-4">
        <SingleKeysSwitch />
        <Button variant="ink" data-autofocus onClick={onClose}>
          Close
        </Button>
      </div>
    </Modal>
  );
}

function SingleKeysSwitch() {
  const { single_keys: isOn } = useMe().user;
  const press = usePressSettings();
  return (
    <label className="flex items-center gap-2">
      <input
        type="checkbox"
        checked={isOn}
        className="size-4 accent-ink"
        onChange={(event) => void press({ single_keys: event.target.checked })}
      />
      Single keys
    </label>
  );
}
