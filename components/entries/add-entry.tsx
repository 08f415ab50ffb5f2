'use client';

import { type SubmitEvent, useState } from 'react';
import { ComposerHelp } from '#/components/composer/composer-help.tsx';
import { draftOfOption, freeTextDraft, optionsFor } from '#/components/composer/composer-options.ts';
import { TypedChips } from '#/components/composer/typed-chips.tsx';
import { useComposerOptions } from '#/components/composer/use-composer-options.ts';
import { useTypedEntry } from '#/components/composer/use-typed-entry.ts';
import { EntryFormFoot } from '#/components/entries/entry-form-foot.tsx';
import { SpanFields } from '#/components/entries/span-fields.tsx';
import { useEntryForm } from '#/components/entries/use-entry-form.ts';
import { Modal } from '#/components/ui/dialog/modal.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import {
  readSpans,
  type SpanBody,
  type SpanProblem,
  type TypedSpan,
  typedDurationMs,
  typedSpan,
} from '#/lib/client/entries/typed-span.ts';
import { useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { formatDuration } from '#/lib/client/time/format-time.ts';
import { draftToContinue, type TimerDraft } from '#/lib/client/timers/timer-draft.ts';
import { timerName } from '#/lib/client/timers/timer-name.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

const KINDS = ['ticket', 'project', 'tag'] as const;

type AddEntryProps = {
  /** The entry to duplicate; null for an empty form. */
  like: TimerJson | null;
  /** The initial times of the fields. */
  from: number;
  to: number;
  onAdd: (draft: TimerDraft, spans: SpanBody[]) => Promise<void>;
  onClose: () => void;
};

/** Unmeasured time, entered afterwards: what, which day, from when to when. */
export function AddEntry({ like, from, to, onAdd, onClose }: AddEntryProps) {
  const style = useTimeStyle();
  const [first] = useState(like ? typedText(like) : '');
  const { text, typed, read: readWhat, write, keepAsText } = useTypedEntry(KINDS, first);
  const { resolve } = useComposerOptions(typed, { optionsFor });
  const [spans, setSpans] = useState<TypedSpan[]>(() => [typedSpan('new', from, to, style)]);
  const [wrong, setWrong] = useState<SpanProblem | null>(null);
  const { isBusy, problem, setProblem, send } = useEntryForm(onClose);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const read = readSpans(spans, style);
    if ('problem' in read) {
      setWrong(read);
      return;
    }
    void send(async () => {
      // Unchanged text is the same work exactly.
      if (like && text === first) return onAdd(draftToContinue(like), read.spans);
      const entry = await readWhat();
      const [option] = entry.ticket ? await resolve(entry) : [];
      await onAdd(option ? draftOfOption(option, entry) : freeTextDraft(entry), read.spans);
    });
  };
  const length = typedDurationMs(spans, style, 0);
  return (
    <Modal title={like ? `Duplicate ${timerName(like)}` : 'Add time'} onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <div className="grid gap-2">
          <TextField
            label="What"
            data-autofocus
            autoComplete="off"
            maxLength={500}
            placeholder="Ticket, link, or title"
            value={text}
            onChange={(event) => write(event.target.value)}
          />
          <div className="rounded-md border border-line">
            <TypedChips typed={typed} onKeepAsText={keepAsText} />
            <ComposerHelp kinds={KINDS} />
          </div>
        </div>
        <SpanFields
          spans={spans}
          problem={wrong}
          onChange={(next) => {
            setWrong(null);
            setProblem(null);
            setSpans(next);
          }}
        />
        <p className="text-right font-medium">{length === null ? '–' : formatDuration(length)}</p>
        <EntryFormFoot problem={problem} isBusy={isBusy} verb="Add" busyVerb="Adding…" />
      </form>
    </Modal>
  );
}

/** The text to type for the same work. */
function typedText({ ticket, title, project, tags }: TimerJson): string {
  const parts = [ticket?.key, title, project && `@"${project.name}"`, ...tags.map((tag) => `#${tag}`)];
  return parts.filter(Boolean).join(' ');
}
