import { AppError } from '#/lib/core/errors.ts';

export const EXPORT_FORMATS = ['csv', 'xlsx', 'jsonl', 'pdf'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export const EXPORT_STATUSES = ['requested', 'running', 'ready', 'failed', 'canceled', 'expired'] as const;
export type ExportStatus = (typeof EXPORT_STATUSES)[number];

/** A file of recorded time that a worker writes. */
export type Export = {
  id: string;
  workspaceId: string;
  userId: string;
  /** The query parameters, parsed again by the worker that writes the file. */
  query: Record<string, string>;
  format: ExportFormat;
  /** Contains time of others than its owner, so it requires `timers:read_all`. */
  ofOthers: boolean;
  status: ExportStatus;
  /** Which attempt may write: a superseded one may not. */
  attempt: number;
  rowsDone: number;
  rowsTotal: number | null;
  bytes: number;
  fileName: string;
  createdAt: Date;
  finishedAt: Date | null;
  expiresAt: Date | null;
  /** For a failed export: why it would fail again unchanged; null when another request may succeed. */
  failureReason: string | null;
};

/** The current state of an export: after its expiry it has expired, recorded or not. */
export function statusAt({ status, expiresAt }: Pick<Export, 'status' | 'expiresAt'>, now: Date): ExportStatus {
  return status === 'ready' && expiresAt && expiresAt <= now ? 'expired' : status;
}

/** Why there is no file, if there is none. */
export function fileError(status: ExportStatus): AppError | null {
  if (status === 'ready') return null;
  if (status === 'expired') {
    return new AppError('export_expired');
  }
  return new AppError('export_not_ready', { detail: `There is no file: this export is ${status}.` });
}
