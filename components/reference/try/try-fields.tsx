import { type ReactNode, useState } from 'react';
import type { Errors } from '#/components/reference/try/call.ts';
import type { Field, OperationForm, Values } from '#/components/reference/try/operation-form.ts';
import { Described } from '#/components/ui/described.tsx';
import { FoldSummary } from '#/components/ui/fold-summary.tsx';
import { SelectField } from '#/components/ui/form/select-field.tsx';
import { TextAreaField } from '#/components/ui/form/text-area-field.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';

type Change = (key: string, value: string) => void;
type Props = { form: OperationForm; values: Values; errors: Errors; onChange: Change };

/** More fields than these are collapsed if none of them is required. */
const SHOWN_FIELDS = 3;
const BODY_ROWS = { min: 3, max: 16 };

/** The fields of a call: required ones, its query, its body and its headers. */
export function TryFields({ form, values, errors, onChange }: Props) {
  const { fields, body } = form;
  const of = (chosen: readonly Field[]) =>
    chosen.map((field) => (
      <ParameterField
        key={field.key}
        field={field}
        value={values[field.key] ?? ''}
        error={errors[field.key]}
        onChange={onChange}
      />
    ));
  const queries = fields.filter(({ place, isRequired }) => place === 'query' && !isRequired);
  const headers = fields.filter(({ place }) => place === 'header');
  const rows = (values.body ?? '').split('\n').length;
  return (
    <>
      {of(fields.filter(({ place, isRequired }) => place === 'path' || (place === 'query' && isRequired)))}
      {queries.length > 0 && (
        <Fold name="Query parameters" isOpen={queries.length <= SHOWN_FIELDS}>
          {of(queries)}
        </Fold>
      )}
      {body && (
        <TextAreaField
          label="Body"
          hint={body.isRequired ? 'JSON, sent as typed.' : 'JSON, sent as typed. Leave empty for no body.'}
          rows={Math.min(BODY_ROWS.max, Math.max(BODY_ROWS.min, rows))}
          value={values.body ?? ''}
          error={errors.body ?? null}
          aria-required={body.isRequired}
          onChange={(event) => onChange('body', event.target.value)}
        />
      )}
      {headers.length > 0 && (
        <Fold name="Headers" isOpen={false} hasError={headers.some(({ key }) => Boolean(errors[key]))}>
          {of(headers)}
        </Fold>
      )}
    </>
  );
}

type FoldProps = { name: string; isOpen: boolean; hasError?: boolean; children: ReactNode };

/** Fields that are collapsed at first. An error in them opens it; only the reader closes it, not the correction. */
function Fold({ name, isOpen: isOpenAtFirst, hasError = false, children }: FoldProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  return (
    <details open={isOpen || hasError} onToggle={(event) => setIsOpen(event.currentTarget.open)} className="group">
      <FoldSummary className="font-medium">{name}</FoldSummary>
      <div className="mt-2 grid gap-4">{children}</div>
    </details>
  );
}

type ParameterFieldProps = { field: Field; value: string; error: string | undefined; onChange: Change };

function ParameterField({ field, value, error, onChange }: ParameterFieldProps) {
  const { key, name, description, isRequired, options, isNumber, fallback, example } = field;
  const label = isRequired ? `${name} (required)` : name;
  const hint = <Described>{description}</Described>;
  if (options) {
    return (
      <SelectField
        label={label}
        hint={hint}
        error={error}
        value={value}
        aria-required={isRequired}
        onChange={(event) => onChange(key, event.target.value)}
      >
        <option value="">{fallback === null ? 'Not sent' : `Not sent (${fallback})`}</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </SelectField>
    );
  }
  return (
    <TextField
      label={label}
      hint={hint}
      error={error ?? null}
      value={value}
      placeholder={fallback ?? example}
      inputMode={isNumber ? 'numeric' : 'text'}
      autoComplete="off"
      spellCheck={false}
      aria-required={isRequired}
      onChange={(event) => onChange(key, event.target.value)}
    />
  );
}
