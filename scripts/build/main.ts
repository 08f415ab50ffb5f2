import { buildPages } from '#/scripts/build/build-pages.ts';
import { generateClient } from '#/scripts/build/generate-client.ts';
import { isForPeople } from '#/scripts/start-error.ts';

// `npm run build`: creates all that the processes need on disk, so that they can run from a read-only folder. `npm
// start` does it by itself.

try {
  if (await generateClient()) console.log('generated the database client');
  await buildPages(console.log);
} catch (error) {
  if (!isForPeople(error)) throw error;
  console.error(`\n${error.message}\n`);
  process.exit(1);
}
