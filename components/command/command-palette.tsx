'use client';

import { Command as Palette } from 'cmdk';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type Command, digitOf, findCommands, pickedBy } from '#/components/command/command.ts';
import { CommandLine } from '#/components/command/command-line.tsx';
import { PaletteFoot } from '#/components/command/palette-foot.tsx';
import { readAdding } from '#/components/command/typed-adding.ts';
import { useAddCommands } from '#/components/command/use-add-commands.ts';
import { useCommands } from '#/components/command/use-commands.ts';
import { useTicketCommands } from '#/components/command/use-ticket-commands.ts';
import { useWorkspaceCommands } from '#/components/command/use-workspace-commands.ts';
import type { Sheet } from '#/components/layout/sheets.tsx';
import { Icon } from '#/components/ui/icon.tsx';

type CommandPaletteProps = { onClose: () => void; onShow: (sheet: Sheet) => void };

/** Search or run: tickets to start on, actions, pages. Arrows or digits choose, Enter runs, Esc closes. */
export function CommandPalette({ onClose, onShow }: CommandPaletteProps) {
  const [text, setText] = useState('');
  const adding = readAdding(text);
  const tickets = useTicketCommands(adding ? '' : text);
  const additions = useAddCommands(adding);
  const others = [...useCommands(text, onShow), ...useWorkspaceCommands()];
  const groups = findCommands(adding ? additions : [...tickets, ...others], text);
  const lines = groups.flatMap(([, commands]) => commands);
  const choice = useChoice(text, lines);
  const dialog = useModal();
  const run = (command: Command) => {
    if (command.rejection) return;
    if (command.asks) return setText(command.asks);
    onClose();
    command.run();
  };
  const open = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    const chosen = lines.find(({ id }) => id === choice.value);
    event.preventDefault();
    if (!chosen?.open) return;
    onClose();
    chosen.open();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onClose();
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    const picked = lines[pickedBy(event.key, text) ?? -1];
    if (!picked) return;
    event.preventDefault();
    run(picked);
  };
  return (
    <dialog
      ref={dialog}
      aria-label="Search or run"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      onKeyDown={handleKey}
      className="mx-auto mt-auto mb-0 w-full max-w-none animate-rise overflow-hidden rounded-t-lg border border-line bg-surface p-0 text-text shadow-dialog backdrop:bg-scrim sm:mt-[min(120px,12dvh)] sm:mb-auto sm:max-w-[640px] sm:rounded-lg"
    >
      <Palette
        {...choice}
        onKeyDown={(event) => {
          choice.onKeyDown(event);
          open(event);
        }}
        label="Search or run"
        shouldFilter={false}
        loop
        className="flex max-h-[80dvh] flex-col sm:max-h-[480px]"
      >
        <div className="flex h-14 shrink-0 items-center gap-3 border-b border-line px-4">
          <Icon name="search" className="text-text-2" />
          <Palette.Input
            autoFocus
            value={text}
            onValueChange={setText}
            placeholder="Type a ticket, a page, or a command"
            className="h-full min-w-0 grow bg-transparent text-lg outline-none"
          />
        </div>
        <Palette.List className="grow overflow-y-auto py-2 scroll-py-2">
          <Palette.Empty className="px-4 py-6 text-text-2">
            Nothing found. Type a ticket, a page, or a title.
          </Palette.Empty>
          {groups.map(([group, commands]) => (
            <Palette.Group
              key={group}
              heading={group}
              className="[&_[cmdk-group-heading]]:px-4 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-text-3"
            >
              {commands.map((command) => (
                <CommandLine key={command.id} command={command} digit={digitOf(lines.indexOf(command))} onRun={run} />
              ))}
            </Palette.Group>
          ))}
        </Palette.List>
        <PaletteFoot onShortcuts={() => onShow('shortcuts')} />
      </Palette>
    </dialog>
  );
}

/** The line that Enter runs: the first, whatever the server still adds above it, until the person chooses another. */
function useChoice(text: string, lines: Command[]) {
  const [choice, setChoice] = useState({ text, id: '' });
  const isChoosing = useRef(false);
  const isKept = choice.text === text && lines.some(({ id }) => id === choice.id);
  return {
    value: isKept ? choice.id : (lines[0]?.id ?? ''),
    // The library chooses by itself as well, whichever is first at the moment.
    onValueChange: (id: string) => isChoosing.current && setChoice({ text, id }),
    onPointerMove: () => {
      isChoosing.current = true;
    },
    onKeyDown: ({ key }: KeyboardEvent) => {
      isChoosing.current = /^(Arrow|Home|End)/.test(key);
    },
  };
}

/** Opens as a modal; the focus returns to where it was, unless the command has moved it. */
function useModal() {
  const ref = useRef<HTMLDialogElement>(null);
  const opener = useRef<Element>(null);
  useEffect(() => {
    opener.current ??= document.activeElement;
    const dialog = ref.current;
    if (!dialog?.open) dialog?.showModal();
    dialog?.querySelector('input')?.focus();
    return () => {
      if (opener.current instanceof HTMLElement) opener.current.focus();
    };
  }, []);
  return ref;
}
