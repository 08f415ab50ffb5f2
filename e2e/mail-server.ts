import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

/** A real mail server for the mail of this journey's service: `next` resolves with the text of each mail. */
export async function mailServer(port: number): Promise<{ next: () => Promise<string>; close: () => Promise<void> }> {
  const arrived: string[] = [];
  const waiting: ((text: string) => void)[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('end', () => {
        // Joins quoted-printable lines (RFC 2045, 6.7).
        const text = Buffer.concat(chunks).toString().replaceAll('=\r\n', '').replaceAll('=3D', '=');
        const hear = waiting.shift();
        if (hear) hear(text);
        else arrived.push(text);
        callback();
      });
    },
  });
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const next = () => {
    const text = arrived.shift();
    return text === undefined ? new Promise<string>((resolve) => waiting.push(resolve)) : Promise.resolve(text);
  };
  return { next, close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}
