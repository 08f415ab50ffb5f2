'use client';

import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { SpanFields } from '#/components/entries/span-fields.tsx';
import { Button } from '#/components/ui/button.tsx';
import { DiscardPromptBar, useCloseGuard } from '#/components/ui/dialog/close-guard.tsx';
import { FieldError, TextField } from '#/components/ui/form/text-field.tsx';
import { readSpans, type SpanProblem, type TypedSpan, typedSpan } from '#/lib/client/entries/typed-span.ts';
import { useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { firstTime, withTime } from '#/lib/client/offline/change-action-time.ts';
import type { UnconfirmedAction } from '#/lib/client/offline/offline-queue.ts';

type Props = {
  action: UnconfirmedAction;
  isBusy: boolean;
  onSave: (changed: UnconfirmedAction) => void;
  onClose: () => void;
};

/** Another time for an action that was not applied: when it counts from, or from when to when there was work. */
export function OfflineActionTime({ action, isBusy, onSave, onClose }: Props) {
  const style = useTimeStyle();
  const { from, to } = firstTime(action);
  const [span, setSpan] = useState(() => typedSpan('changed', from, to, style));
  const [problem, setProblem] = useState<SpanProblem | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const guard = useCloseGuard(true, onClose);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const change = (what: Partial<TypedSpan>) => {
    setProblem(null);
    setSpan({ ...span, ...what });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const read = readSpans([span], style);
    if ('problem' in read) setProblem(read);
    else if (read.spans[0]) onSave(withTime(action, read.spans[0]));
  };
  return (
    <form
      ref={form}
      noValidate
      aria-label="Change the time"
      className="grid max-w-[480px] gap-3 pb-2"
      onSubmit={submit}
      onFocus={guard.note}
      onKeyDown={(event) => event.key === 'Escape' && guard.close()}
    >
      {to === null ? (
        <Instant span={span} problem={problem} onChange={change} />
      ) : (
        <SpanFields spans={[span]} problem={problem} onChange={([next]) => next && change(next)} />
      )}
      {guard.question && (
        <DiscardPromptBar isInline question={guard.question} onKeep={guard.keep} onClose={guard.discard} />
      )}
      <div className={guard.question ? 'hidden' : 'flex gap-2'}>
        <Button type="submit" size="sm" className="pointer-coarse:h-11" busy={isBusy} busyLabel="Saving…">
          Save
        </Button>
        <Button variant="ghost" size="sm" className="pointer-coarse:h-11" onClick={guard.close}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

type InstantProps = { span: TypedSpan; problem: SpanProblem | null; onChange: (what: Partial<TypedSpan>) => void };

function Instant({ span, problem, onChange }: InstantProps) {
  const errorId = useId();
  const fieldProps = (field: SpanProblem['field']) => ({
    autoComplete: 'off',
    className: 'min-w-0',
    'aria-invalid': problem?.field === field ? true : undefined,
    'aria-describedby': problem ? errorId : undefined,
  });
  return (
    <div className="grid gap-1">
      <div className="grid grid-cols-2 gap-2">
        <TextField
          label="Day"
          type="date"
          value={span.date}
          onChange={(event) => onChange({ date: event.target.value })}
          {...fieldProps('date')}
        />
        <TextField
          label="At"
          value={span.from}
          onChange={(event) => onChange({ from: event.target.value })}
          {...fieldProps('from')}
        />
      </div>
      <FieldError id={errorId} error={problem?.problem ?? null} />
    </div>
  );
}
