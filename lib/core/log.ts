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

const options = {
  level: settings.LOG_LEVEL,
  base: { service: serviceName(process.argv[1] ?? '') },
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label: string) => ({ level: label }) },
};
const lines = destination() ?? pino.destination(1);

/** The process's logger: JSON lines with the name of the service, without secrets. */
export const log = pino({ ...options, redact }, lines);

/**
 * For thousands of lines whose members are ids, numbers and words of our own: searching each for secrets took 15 % of
 * the engine's time. Never pass it an error, a request, or anything from outside.
 */
export const factLog = pino(options, lines);

function destination() {
  if (settings.LOG_FORMAT === 'json') return undefined;
  return pino.transport({ target: 'pino-pretty', options: { ignore: 'service,pid,hostname', sync: true } });
}

function serviceName(script: string): string {
  if (/[\\/]worker[\\/]main\.ts$/.test(script)) return 'timer-service-worker';
  if (/[\\/]server[\\/]main\.ts$/.test(script)) return 'timer-service-web';
  return 'timer-service';
}
