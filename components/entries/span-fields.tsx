'use client';

import { useId } from 'react';
import { classNames } from '#/components/ui/class-names.ts';
import { FieldError, TextField } from '#/components/ui/form/text-field.tsx';
import { IconButton } from '#/components/ui/icon-button.tsx';
import type { SpanProblem, TypedSpan } from '#/lib/client/entries/typed-span.ts';

type SpanFieldsProps = {
  spans: TypedSpan[];
  problem: SpanProblem | null;
  onChange: (spans: TypedSpan[]) => void;
};

/**
 * The spans of an entry with their exact times. The last one can't be removed: an entry without time is deleted
 * instead.
 */
export function SpanFields({ spans, problem, onChange }: SpanFieldsProps) {
  const change = (key: string, what: Partial<TypedSpan>) =>
    onChange(spans.map((span) => (span.key === key ? { ...span, ...what } : span)));
  return (
    <div className="grid gap-3">
      {spans.map((span, index) => (
        <SpanRow
          key={span.key}
          span={span}
          name={spans.length > 1 ? `Span ${index + 1}` : 'Time'}
          problem={problem?.key === span.key ? problem : null}
          onChange={(what) => change(span.key, what)}
          onRemove={spans.length > 1 ? () => onChange(spans.filter(({ key }) => key !== span.key)) : undefined}
        />
      ))}
    </div>
  );
}

type SpanRowProps = {
  span: TypedSpan;
  name: string;
  problem: SpanProblem | null;
  onChange: (what: Partial<TypedSpan>) => void;
  onRemove: (() => void) | undefined;
};

function SpanRow({ span, name, problem, onChange, onRemove }: SpanRowProps) {
  const errorId = useId();
  const fieldProps = (field: SpanProblem['field']) => ({
    autoComplete: 'off',
    'aria-invalid': problem?.field === field ? true : undefined,
    'aria-describedby': problem ? errorId : undefined,
  });
  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="sr-only">{name}</legend>
      <div
        className={classNames(
          'grid items-end gap-2',
          onRemove
            ? 'grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] md:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,1fr)_auto]'
            : 'grid-cols-2 md:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,1fr)]',
        )}
      >
        <TextField
          label="Day"
          type="date"
          value={span.date}
          className="min-w-0 max-md:col-span-full"
          onChange={(event) => onChange({ date: event.target.value })}
          {...fieldProps('date')}
        />
        <TextField
          label="From"
          value={span.from}
          className="min-w-0"
          onChange={(event) => onChange({ from: event.target.value })}
          {...fieldProps('from')}
        />
        <TextField
          label="To"
          value={span.to ?? 'now'}
          disabled={span.to === null}
          className="min-w-0"
          onChange={(event) => onChange({ to: event.target.value })}
          {...fieldProps('to')}
        />
        {onRemove && (
          <IconButton icon="close" label={`Remove ${name.toLowerCase()}`} className="mb-1" onClick={onRemove} />
        )}
      </div>
      <FieldError id={errorId} error={problem?.problem ?? null} />
    </fieldset>
  );
}
