'use client';

import { useEffect, useState } from 'react';
import type { ZodType } from 'zod';
import { formErrorOfIssues } from '#/lib/client/http/form-outcome.ts';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';
import { afterLoad } from '#/lib/client/page/idle-queue.ts';

/** The error of a value for a setting, with the server's message; undefined for a valid one. */
type Rules = (field: string, value: unknown) => string | undefined;

// Not part of the page's first load: the schemas include their library.
export const OWN_RULES = new LazyModule(() =>
  import('#/lib/accounts/users/user-schemas.ts').then((schemas) => rulesOf(schemas.editSettingsInput)),
);
export const WORKSPACE_RULES = new LazyModule(() =>
  import('#/lib/accounts/workspaces/workspace-schemas.ts').then((schemas) => rulesOf(schemas.editWorkspaceInput)),
);

/** Validates a value as the server will. Until the rules are loaded every value passes, and the server decides. */
export function useRules(rules: LazyModule<Rules>): (field: string) => (value: unknown) => string | undefined {
  const [, setLoaded] = useState(rules.loaded() !== null);
  useEffect(() => afterLoad.add(() => rules.get().then(() => setLoaded(true))), [rules]);
  return (field) => (value) => rules.loaded()?.(field, value);
}

function rulesOf(schema: ZodType): Rules {
  return (field, value) => {
    const parsed = schema.safeParse({ [field]: value });
    return parsed.error && formErrorOfIssues(parsed.error).fields[field];
  };
}
