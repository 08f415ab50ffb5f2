'use client';

import { IconButton } from '#/components/ui/icon-button.tsx';
import { MenuButton } from '#/components/ui/menu/menu-button.tsx';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';

const PANEL = new LazyModule(() =>
  import('#/components/composer/start-earlier-panel.tsx').then((part) => part.StartEarlierPanel),
);

type StartEarlierProps = { isDisabled: boolean; onStart: (minutesAgo: number) => void; onType: () => void };

/** For work that began before the start. */
export function StartEarlier({ isDisabled, onStart, onType }: StartEarlierProps) {
  return (
    <MenuButton
      button={<IconButton icon="clock" label="Started earlier" disabled={isDisabled} className="size-10" />}
      menu={PANEL}
      menuProps={{ onStart, onType }}
    />
  );
}
