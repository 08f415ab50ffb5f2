import { BROKER_STATUSES, type BrokerStatus } from '#/lib/bridge/brokers/broker.ts';

/** Routes for monitors. They are outside `/api/v1`, need no key, and count toward no limit. */
export function healthPaths(serverUrl: string) {
  const open = { tags: ['Service'], security: [], servers: [{ url: serverUrl }] };
  return {
    '/ping': { get: { ...open, ...PING } },
    '/api/health': { get: { ...open, ...HEALTH } },
    '/api/ready': { get: { ...open, ...READY } },
  };
}

const PING = {
  operationId: 'ping',
  summary: 'Is the server up?',
  description: 'Responds with a text as soon as the process accepts connections, whatever the database does.',
  responses: {
    200: {
      description: 'Yes',
      content: { 'text/plain': { schema: { type: 'string', description: 'Always `pong`.' } } },
    },
  },
};

const HEALTH = {
  operationId: 'getHealth',
  summary: 'Is the process alive?',
  description: 'Liveness, for whatever restarts the process. Does not query the database.',
  responses: {
    200: {
      description: 'It does',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: { status: { type: 'string', enum: ['ok'], description: 'Always `ok`.' } },
            required: ['status'],
          },
        },
      },
    },
  },
};

const CHECKS = {
  process: 'Whether the process is not shutting down.',
  database: 'Whether the database responds.',
  migrations: 'Whether the migrations of this version are applied.',
  worker: 'Whether a worker was seen within 30 seconds.',
  hold: 'True while the database responds; `detail` says whether the engine is on hold.',
  overdue_alarms: 'Whether no alarm is minutes overdue.',
  partitions: 'Whether there are partitions for alarms that end tomorrow.',
};
const CHECK = {
  type: 'object',
  properties: {
    ok: { type: 'boolean', description: 'Whether the check passed.' },
    detail: { type: 'string', description: 'What was found, for people to read.' },
  },
  required: ['ok', 'detail'],
};
const BROKERS: Record<BrokerStatus, string> = {
  unknown: 'How many have not been connected to by a worker yet.',
  connected: 'How many are connected.',
  failing: 'How many can’t be reached or used.',
  paused: 'How many are paused.',
};
const READINESS = {
  'application/json': {
    schema: {
      type: 'object',
      properties: {
        status: { type: 'string', enum: ['ready', 'not_ready'], description: '`ready` when every check passes.' },
        checks: {
          type: 'object',
          description: 'The checks, by name.',
          properties: Object.fromEntries(
            Object.entries(CHECKS).map(([name, description]) => [name, { ...CHECK, description }]),
          ),
          required: Object.keys(CHECKS),
        },
        brokers: {
          type: ['object', 'null'],
          description: 'Message brokers of all workspaces by status. Null while the database doesn’t respond.',
          properties: Object.fromEntries(
            BROKER_STATUSES.map((name) => [name, { type: 'integer', minimum: 0, description: BROKERS[name] }]),
          ),
          required: BROKER_STATUSES,
        },
        replica: {
          type: ['object', 'null'],
          description:
            'The standby that reports read, and how far it is behind. Null without one, or while the database doesn’t respond.',
          properties: {
            lag_ms: {
              type: ['integer', 'null'],
              minimum: 0,
              description: 'How far it is behind, in milliseconds; null while that isn’t known.',
            },
            problem: {
              type: ['string', 'null'],
              enum: ['unreachable', 'no_standby', 'other_system', null],
              description: 'Why reports read the primary instead; null while they don’t have to.',
            },
          },
          required: ['lag_ms', 'problem'],
        },
      },
      required: ['status', 'checks', 'brokers', 'replica'],
    },
  },
};

const READY = {
  operationId: 'getReadiness',
  summary: 'Is the service ready?',
  description:
    'The process isn’t shutting down, the database responds, its migrations are applied, a worker was seen within 30 seconds, no alarm is minutes overdue, and there are partitions for alarms that end tomorrow. Message brokers don’t count, since no process can fix them, and neither does the replica, without which reports read the primary.',
  responses: {
    200: { description: 'Every check passes', content: READINESS },
    503: { description: 'A check fails; `checks` says which', content: READINESS },
  },
};
