import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import path from 'node:path';

/** What the holder of a data folder tells others: who it is, and where its database is once it runs. */
export type Holder = { pid: number; name: string; port: number; token: string; databaseUrl?: string; url?: string };
export type FolderLock = {
  /** Tells others more. */
  announce: (more: Pick<Holder, 'databaseUrl' | 'url'>) => void;
  release: () => void;
};

const ANSWER_TIMEOUT_MS = 1_000;
const ATTEMPTS = 3;

/**
 * Takes the data folder for this process, or returns who has it. A holder proves that it lives by answering its token
 * on a port: unlike a process id, neither a crash nor a reboot can leave that behind.
 */
export async function lockFolder(folder: string, name: string): Promise<{ lock: FolderLock } | { holder: Holder }> {
  const file = path.join(folder, 'running.json');
  const token = randomUUID();
  const server = await answerWith(token);
  const mine: Holder = { pid: process.pid, name, port: (server.address() as { port: number }).port, token };
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    if (writeNew(file, mine)) return { lock: makeLock(file, mine, server) };
    const holder = await findHolder(folder);
    if (holder) {
      server.close();
      return { holder };
    }
    rmSync(file, { force: true });
  }
  throw new Error(`the lock ${file} keeps changing`);
}

/** The living process that has the folder, or null. */
export async function findHolder(folder: string): Promise<Holder | null> {
  const holder = read(path.join(folder, 'running.json'));
  return holder && (await proves(holder)) ? holder : null;
}

function makeLock(file: string, mine: Holder, server: Server): FolderLock {
  return {
    announce: (more) => writeFileSync(file, JSON.stringify(Object.assign(mine, more)), { mode: 0o600 }),
    release: () => {
      server.close();
      if (read(file)?.token === mine.token) rmSync(file, { force: true });
    },
  };
}

function answerWith(token: string): Promise<Server> {
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

/** The file holds the database's password, so nobody else may read it. */
function writeNew(file: string, holder: Holder): boolean {
  try {
    writeFileSync(file, JSON.stringify(holder), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function read(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return null;
  }
}

function proves(holder: Holder): Promise<boolean> {
  return new Promise((resolve) => {
    let heard = '';
    const socket = connect({ host: '127.0.0.1', port: holder.port });
    const end = () => {
      socket.destroy();
      resolve(heard === holder.token);
    };
    socket.setTimeout(ANSWER_TIMEOUT_MS, end);
    socket.on('data', (chunk) => {
      heard += chunk;
    });
    socket.on('error', end);
    socket.on('close', end);
  });
}
