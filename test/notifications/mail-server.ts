import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

export type ArrivedMail = { from: string; to: string[]; text: string };

/** A real mail server, as far as senders can tell: stores mails, and rejects those that the test chooses. */
export async function testMailServer() {
  const mails = {
    url: '',
    arrived: [] as ArrivedMail[],
    /** Its responses to the next mails, instead of accepting them. */
    rejections: [] as Error[],
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, callback) => callback(mails.rejections.shift() ?? null),
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const text = unfolded(Buffer.concat(chunks).toString());
        mails.arrived.push({ from, to: envelope.rcptTo.map(({ address }) => address), text });
        callback();
      });
    },
  });
  // Tests also kill a sender during a transmission.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  onTestFinished(mails.close);
  mails.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}?ignoreTLS=true`;
  return mails;
}

/** Joins quoted-printable lines (RFC 2045, 6.7) of the body. */
function unfolded(raw: string): string {
  const at = raw.indexOf('\r\n\r\n');
  const body = raw.slice(at).replaceAll('=\r\n', '').replaceAll('=3D', '=');
  return `${raw.slice(0, at)}${body}`.replaceAll('\r\n', '\n');
}
