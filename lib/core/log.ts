import pino from 'pino';
import { readLogSettings } from '#/lib/core/env.ts';

const settings = readLogSettings();

/** Members that must never reach a log line, at the top or one or two levels down. */
const SECRET_MEMBERS = [
  'authorization',
  'cookie',
  '"set-cookie"',
  'password',
  'secret',
  'Authorization',
  'Cookie',
  'passwordHash',
  'secretHash',
];

const redact = {
  paths: SECRET_MEMBERS.flatMap((name) => {
    const member = name.startsWith('"') ? `[${name}]` : `.${name}`;
    return [name.startsWith('"') ? member : name, `*${member}`, `*.*${member}`];
  }),
  censor: '[redacted]',
};

/** The process's one logger: JSON lines with the name of the service, secrets left out. */
export const log = pino(
  {
    level: settings.LOG_LEVEL,
    base: { service: serviceName(process.argv[1] ?? '') },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact,
  },
  destination(),
);

function destination() {
  if (settings.LOG_FORMAT === 'json') return undefined;
  return pino.transport({ target: 'pino-pretty', options: { ignore: 'service,pid,hostname', sync: true } });
}

function serviceName(script: string): string {
  if (/[\\/]worker[\\/]main\.ts$/.test(script)) return 'timer-service-worker';
  if (/[\\/]server[\\/]main\.ts$/.test(script)) return 'timer-service-web';
  return 'timer-service';
}
