import type { z } from 'zod';

/** A field that may be left out, or null as in responses, which is the same. */
export function nullIfInvalid<T extends z.ZodType>(schema: T) {
  return schema
    .nullable()
    .transform((value): z.output<T> | undefined => value ?? undefined)
    .optional();
}

/** Which fields of a response only the server sets: `readOnly` in the OpenAPI document. */
export function withReadOnly<Shape extends z.ZodRawShape>(
  object: z.ZodObject<Shape>,
  names: readonly (keyof Shape & string)[],
): z.ZodObject<Shape> {
  const marked = names.map((name) => [name, (object.shape[name] as unknown as z.ZodType).meta({ readOnly: true })]);
  return object.extend(Object.fromEntries(marked)) as unknown as z.ZodObject<Shape>;
}
