import type { ReactNode } from 'react';
import { classNames } from '#/components/ui/class-names.ts';
import { Icon, type IconName } from '#/components/ui/icon.tsx';

type Tone = 'plain' | 'warn' | 'danger';

const CLASSES: Record<Tone, { icon: IconName; ground: string; glyph: string }> = {
  plain: { icon: 'check', ground: 'bg-sunken', glyph: 'text-text-2' },
  warn: { icon: 'warning', ground: 'bg-warn-wash', glyph: 'text-warn' },
  danger: { icon: 'warning', ground: 'bg-danger-wash', glyph: 'text-danger' },
};

type NoticeProps = {
  tone?: Tone;
  icon?: IconName;
  children: ReactNode;
  /** A button or a link at the end. */
  action?: ReactNode;
  className?: string;
};

/** A bar that names the cause and the next step. Errors are announced at once, others politely. */
export function Notice({ tone = 'plain', icon, children, action, className }: NoticeProps) {
  const look = CLASSES[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={classNames('flex min-h-10 items-center gap-3 rounded-md px-3 py-2', look.ground, className)}
    >
      <Icon name={icon ?? look.icon} className={look.glyph} />
      <div className="min-w-0 grow">{children}</div>
      {action}
    </div>
  );
}
