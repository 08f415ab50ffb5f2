/** The same JSON value with members called otherwise, at any depth: `names` has the new name of each former one. */
export function renameMembers<T>(value: T, names: Readonly<Record<string, string>>): T {
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map((one) => renameMembers(one, names)) as T;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [names[name] ?? name, renameMembers(member, names)]),
  ) as T;
}
