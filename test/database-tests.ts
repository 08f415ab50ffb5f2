import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Changes of a test file to its process: it replaces modules or globals, changes settings, or creates an alarm engine,
 * of which a process has one.
 */
const CHANGES_PROCESS =
  /\bvi\.(mock|stubEnv|stubGlobal|resetModules)\(|process\.env(\.\w+ = |, \{)|socket-scene|createAlarmEngine/;
const ROOMS = ['app', 'lib', 'scripts', 'server', 'test', 'worker'];

/**
 * The database tests, relative to the project's root: those that may run one after the other in one process, and those
 * that need a process of their own. The contents of a file decide, so that no list has to be maintained.
 */
export function databaseTests(root: string): { shared: string[]; alone: string[] } {
  const files = ROOMS.flatMap((room) =>
    readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' }).map((name) => `${room}/${name}`),
  ).filter((file) => file.endsWith('.db.test.ts'));
  const isAlone = (file: string) => CHANGES_PROCESS.test(readFileSync(path.join(root, file), 'utf8'));
  return { shared: files.filter((file) => !isAlone(file)), alone: files.filter(isAlone) };
}
