'use server';

import { cookies, headers } from 'next/headers';
import { submitForm } from '#/app/_server/submit-form.ts';
import { passCookie } from '#/app/shared/reports/[token]/pass-cookie.ts';
import { clientAddress } from '#/lib/accounts/sessions/client-address.ts';
import { unlockReportLink } from '#/lib/analytics/report-links/open-report-link.ts';
import { unlockReportInput } from '#/lib/analytics/report-links/report-link-schemas.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import { defaultSystem } from '#/lib/context/default-system.ts';

/** Unlocks a shared report for this browser, by its password. The page is rendered again with the cookie. */
export async function unlockReportAction(token: string, form: FormData): Promise<FormOutcome> {
  return submitForm(unlockReportInput, { token, password: form.get('password') }, async (input) => {
    const { pass } = await unlockReportLink(defaultSystem(), input, clientAddress(await headers()));
    (await cookies()).set(passCookie(token, pass));
    return undefined;
  });
}
