'use client';

import { Command as Line } from 'cmdk';
import type { Command } from '#/components/command/command.ts';
import { TicketKey } from '#/components/timers/ticket-key.tsx';
import { Icon } from '#/components/ui/icon.tsx';
import { Kbd } from '#/components/ui/kbd.tsx';

type CommandLineProps = {
  command: Command;
  /** The digit that picks it. */
  digit: string | null;
  onRun: (command: Command) => void;
};

/** One line of the palette. */
export function CommandLine({ command, digit, onRun }: CommandLineProps) {
  const { id, icon, label, ticketKey, keyAt = 1, detail, keys, rejection } = command;
  const parts = label.split(' ');
  return (
    <Line.Item
      value={id}
      disabled={Boolean(rejection)}
      onSelect={() => onRun(command)}
      className="group mx-1 flex h-10 cursor-pointer items-center gap-3 rounded-sm px-3 text-base aria-disabled:cursor-default aria-disabled:text-text-3 data-[selected=true]:bg-hover pointer-coarse:h-12"
    >
      <Icon name={icon} className="text-text-2" />
      <span className="min-w-0 grow truncate">
        {parts.slice(0, keyAt).join(' ')} {ticketKey && <TicketKey className="text-text">{ticketKey}</TicketKey>}{' '}
        {parts.slice(keyAt).join(' ')}
        {rejection && <span className="text-text-3"> {rejection}</span>}
      </span>
      {detail && <span className="shrink-0 text-text-3">{detail}</span>}
      <span className="flex items-center gap-1 max-md:hidden">
        {keys && <Kbd>{keys}</Kbd>}
        <Kbd className="hidden group-data-[selected=true]:inline-flex">↵</Kbd>
        {digit && !keys && (
          <Kbd isAlways className="group-data-[selected=true]:hidden">
            {digit}
          </Kbd>
        )}
      </span>
    </Line.Item>
  );
}
