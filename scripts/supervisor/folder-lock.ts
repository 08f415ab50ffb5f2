import { randomUUID } from 'node:crypto';
import { copyFileSync, constants as fs, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import path from 'node:path';

/** What the holder of a data folder shares with others: who it is, and where its database is once it runs. */
export type Holder = {
  pid: number;
  name: string;
  port: number;
  token: string;
  databaseUrl?: string;
  url?: string;
  isStopping?: boolean;
};
export type FolderLock = {
  /** Publishes more data for others. */
  announce: (more: Pick<Holder, 'databaseUrl' | 'url' | 'isStopping'>) => void;
  release: () => void;
};

const FILE = 'running.json';
/** Represents a truncated file, after a full disk or a power cut. No process holds a folder with it. */
const DAMAGED: Holder = { pid: 0, name: '', port: 0, token: 'damaged' };
const RESPONSE_TIMEOUT_MS = 1_000;
/** Each further read means that the file has changed since the last: another process was faster. */
const ATTEMPTS = 20;

/**
 * Locks the data folder for this process, or returns its holder. A holder proves that it is alive by responding with
 * its token on a port: unlike a process id, neither a crash nor a reboot can leave that behind.
 */
export async function lockFolder(folder: string, name: string): Promise<{ lock: FolderLock } | { holder: Holder }> {
  const file = path.join(folder, FILE);
  const token = randomUUID();
  const server = await respondWith(token);
  const mine: Holder = { pid: process.pid, name, port: (server.address() as { port: number }).port, token };
  const holder = await take(file, mine);
  if (!holder) return { lock: makeLock(file, mine, server) };
  server.close();
  return { holder };
}

/** The living process that holds the folder; null when none does. Does not lock it. */
export async function findHolder(folder: string): Promise<Holder | null> {
  const found = read(path.join(folder, FILE));
  return found && (await lives(found)) ? found : null;
}

/**
 * Acquires the file, or returns the living process that holds it. Between finding a dead one's file and replacing it,
 * another may already have replaced it; so a process must first acquire a second file, named after the dead one's
 * token, and then check again. Tokens are never reused, so a late check finds another one.
 */
async function take(file: string, mine: Holder): Promise<Holder | null> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    if (writeNew(file, mine)) return null;
    const found = read(file);
    if (!found) continue;
    if (await lives(found)) return found;
    const claim = `${file}.after-${found.token}`;
    const rival = await take(claim, mine);
    const isUnchanged = read(file)?.token === found.token;
    if (rival && isUnchanged) return rival;
    if (rival) continue;
    if (isUnchanged) {
      renameSync(claim, file);
      return null;
    }
    rmSync(claim);
  }
  throw new Error(`the lock ${file} keeps changing`);
}

function makeLock(file: string, mine: Holder, server: Server): FolderLock {
  return {
    announce: (more) => renameSync(writeDraft(file, Object.assign(mine, more)), file),
    release: () => {
      // In this order: while this process responds, no other replaces the file, so only our own is removed.
      if (read(file)?.token === mine.token) rmSync(file);
      server.close();
    },
  };
}

function respondWith(token: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.end(token);
    });
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      server.unref();
      resolve(server);
    });
  });
}

/** Writes the file unless there is one, atomically. */
function writeNew(file: string, holder: Holder): boolean {
  const draft = writeDraft(file, holder);
  try {
    linkNew(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft);
  }
}

/** The file holds the database's password, so no other user may read it. */
function writeDraft(file: string, holder: Holder): string {
  const draft = `${file}.${holder.token}`;
  writeFileSync(draft, JSON.stringify(holder), { mode: 0o600 });
  return draft;
}

/** Folders shared with a virtual machine don't support links; a copy is the next best. */
function linkNew(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'ENOSYS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    copyFileSync(draft, file, fs.COPYFILE_EXCL);
  }
}

/** Null when there is no file. */
function read(file: string): Holder | null {
  try {
    const found = JSON.parse(readFileSync(file, 'utf8')) as Holder | null;
    return found?.token && found.port ? found : DAMAGED;
  } catch (error) {
    if (error instanceof SyntaxError) return DAMAGED;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Whether the holder responds. One that accepts the connection and is silent is busy, as long as its process exists.
 */
function lives({ pid, port, token }: Holder): Promise<boolean> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect({ host: '127.0.0.1', port });
    const end = (response: boolean) => {
      socket.destroy();
      resolve(response);
    };
    socket.setTimeout(RESPONSE_TIMEOUT_MS, () => end(exists(pid)));
    socket.on('data', (chunk) => {
      received += chunk;
      if (!token.startsWith(received)) end(false);
    });
    socket.on('error', () => end(false));
    socket.on('close', () => end(received === token));
  });
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
