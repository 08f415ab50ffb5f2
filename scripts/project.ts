import path from 'node:path';

/** The project's folder. */
export const ROOT = path.join(import.meta.dirname, '..');
/** The folder where `npm start` keeps the database and its secrets. */
export const DATA_FOLDER = path.join(ROOT, '.data');
/** Name of the product's database on a server that we provide. */
export const DATABASE_NAME = 'timer_service';
