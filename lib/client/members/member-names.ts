type Named = { user_id: string; name: string };
/** Name of a user. `known` is the name in the response on screen. */
export type NameOf = (userId: string | null | undefined, known?: string) => string;

/** Names of members, and of former members, marked as such; undefined lists are not loaded yet. */
export function memberNames(members: readonly Named[] | undefined, former: readonly Named[] | undefined): NameOf {
  const names = new Map(members?.map(({ user_id, name }) => [user_id, name]));
  const formerNames = new Map(former?.map(({ user_id, name }) => [user_id, name]));
  return (userId, known) => {
    const name = userId && names.get(userId);
    if (name) return name;
    if (!members) return known ?? '';
    const left = (userId && formerNames.get(userId)) || known;
    if (left) return `${left} (former member)`;
    return former ? 'Former member' : '';
  };
}
