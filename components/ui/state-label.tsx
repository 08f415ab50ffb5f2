import type { ReactElement, ReactNode } from 'react';
import { classNames } from '#/components/ui/class-names.ts';
import { Icon, type IconName } from '#/components/ui/icon.tsx';

const TONES = { plain: 'text-text-2', live: 'text-accent', warn: 'text-warn', danger: 'text-danger' };

type StateLabelProps = {
  /** A shape of the set, or an animated one. */
  icon: IconName | ReactElement;
  tone?: keyof typeof TONES;
  children: ReactNode;
  note?: string | undefined;
};

/** A state as a shape and a word, never as a color alone. */
export function StateLabel({ icon, tone = 'plain', children, note }: StateLabelProps) {
  return (
    <p className={classNames('flex items-center gap-1.5 font-medium', TONES[tone])}>
      {typeof icon === 'string' ? <Icon name={icon} className="size-3.5" /> : icon}
      <span>
        {children}
        {note && <span className="font-normal text-text-3"> {note}</span>}
      </span>
    </p>
  );
}
