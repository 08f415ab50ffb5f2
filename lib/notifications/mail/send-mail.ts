import { createTransport } from 'nodemailer';
import type { Mail } from '#/lib/jobs/mail.ts';

const TIMEOUT_MS = 20_000;
/** Codes from here on mean that the mail server will never accept this mail (RFC 5321, 4.2.1). */
const PERMANENT = 500;

export type MailSettings = { SMTP_URL: string; MAIL_FROM: string };
export type MailSent = { kind: 'sent' } | { kind: 'rejected'; response: string };

/**
 * Hands one mail to the mail server. `rejected` is final, like `sent`; temporary errors, such as a server that is down
 * or full, are thrown. The same `id` for each attempt lets mailboxes drop the second copy of a mail that was sent
 * twice.
 */
export async function sendMail(settings: MailSettings, mail: Mail, id: string): Promise<MailSent> {
  const transport = createTransport(withTimeouts(settings.SMTP_URL));
  try {
    await transport.sendMail({
      from: settings.MAIL_FROM,
      // As an object, so that an address is never parsed as a list.
      to: { name: '', address: mail.to },
      subject: mail.subject,
      text: mail.text,
      messageId: `<${id}@${settings.MAIL_FROM.split('@').at(-1)}>`,
    });
    return { kind: 'sent' };
  } catch (error) {
    const { responseCode = 0, response = '' } = error as { responseCode?: number; response?: string };
    if (responseCode < PERMANENT) throw error;
    return { kind: 'rejected', response };
  } finally {
    transport.close();
  }
}

/** Connects and signs in to the mail server without sending anything. Throws its error. */
export async function signInToMailServer(smtpUrl: string): Promise<void> {
  const transport = createTransport(withTimeouts(smtpUrl));
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** nodemailer's default timeouts are minutes; these are shorter, unless the operator sets them in the URL. */
function withTimeouts(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  for (const name of ['connectionTimeout', 'greetingTimeout', 'socketTimeout']) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(TIMEOUT_MS));
  }
  return url.href;
}
