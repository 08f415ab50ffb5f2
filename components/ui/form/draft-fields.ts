type Change = { target: { value: string } };
/** Names of what is typed or chosen as text. */
type TextOf<Draft> = { [Name in keyof Draft]: Draft[Name] extends string ? Name : never }[keyof Draft];

/**
 * Ties text fields, text areas and selects of a form to its draft: `{...field('name')}` has what stands there, what is
 * wrong with it, and what happens when it is changed.
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
