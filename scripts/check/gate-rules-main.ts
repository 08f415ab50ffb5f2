import { readFileSync } from 'node:fs';
import path from 'node:path';
import { offencesIn } from '#/scripts/check/gate-rules.ts';
import { ROOT } from '#/scripts/project.ts';
import { gateJourneys, gateTests } from '#/scripts/test/test-files.ts';

/** Its own test names what it refuses. */
const ITSELF = 'scripts/check/gate-rules.test.ts';

const files = [...gateTests(), ...gateJourneys()].filter((file) => file !== ITSELF);
const offences = files.flatMap((file) => offencesIn(file, readFileSync(path.join(ROOT, file), 'utf8')));
for (const { file, line, what, instead } of offences) console.log(`${file}:${line}: ${what}. ${instead}`);
process.exit(offences.length > 0 ? 1 : 0);
