type Change = { target: { value: string } };
/** Names of the text fields of a draft. */
type TextOf<Draft> = { [Name in keyof Draft]: Draft[Name] extends string ? Name : never }[keyof Draft];

/**
 * Connects text fields, text areas and selects of a form to its draft: `{...field('name')}` has the value, the error,
 * and the change handler.
 */
export function draftFields<Draft>(
  draft: Draft,
  errors: { [Name in keyof Draft]?: string | null | undefined },
  onChange: (part: Partial<Draft>) => void,
) {
  return <Name extends TextOf<Draft>>(name: Name) => ({
    value: draft[name] as string,
    error: errors[name],
    onChange: (event: Change) => onChange({ [name]: event.target.value } as unknown as Partial<Draft>),
  });
}
