'use client';

import {
  type ComponentType,
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type Ref,
  useCallback,
  useId,
  useRef,
  useState,
} from 'react';
import { classNames } from '#/components/ui/class-names.ts';
import { useLazyModule } from '#/components/ui/use-lazy-module.ts';
import type { LazyModule } from '#/lib/client/offline/lazy-module.ts';

/** A menu's position and handlers: the props of `AnchoredMenu`. */
export type MenuPlace = {
  /** The button that names it. */
  labelId: string;
  isByKey: boolean;
  onClose: () => void;
  onFocusBack: () => void;
};

type ButtonProps = {
  id?: string;
  ref?: Ref<HTMLButtonElement>;
  onClick?: (event: MouseEvent) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
};

type Props<P> = {
  button: ReactElement<ButtonProps>;
  menu: LazyModule<ComponentType<P & MenuPlace>>;
  /** The menu's other props. */
  menuProps: P;
  className?: string;
};

/** A button and the menu that it opens. The menu's code is not part of the page's first load. */
export function MenuButton<P extends object>({ button, menu, menuProps, className }: Props<P>) {
  const ref = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [opened, setOpened] = useState<'by_key' | 'by_pointer' | null>(null);
  const close = useCallback(() => setOpened(null), []);
  const Menu = useLazyModule(menu, opened !== null, close);
  const isOpen = opened !== null && Menu !== null;
  const place: MenuPlace = {
    labelId: id,
    isByKey: opened === 'by_key',
    onClose: close,
    onFocusBack: () => ref.current?.focus(),
  };
  return (
    <div className={classNames('relative', className)}>
      {cloneElement(button, {
        id,
        ref,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        'data-state': isOpen ? 'open' : 'closed',
        // A click by keyboard has no count.
        onClick: ({ detail }: MouseEvent) => setOpened(detail === 0 ? 'by_key' : 'by_pointer'),
        onKeyDown: (event: KeyboardEvent) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpened('by_key');
        },
      } as ButtonProps)}
      {isOpen && <Menu {...menuProps} {...place} />}
    </div>
  );
}
