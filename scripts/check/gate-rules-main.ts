import { readFileSync } from 'node:fs';
import path from 'node:path';
import { violationsIn } from '#/scripts/check/gate-rules.ts';
import { ROOT } from '#/scripts/project.ts';
import { gateJourneys, gateTests } from '#/scripts/test/test-files.ts';

/** Its own test lists what it rejects. */
const ITSELF = 'scripts/check/gate-rules.test.ts';

const files = [...gateTests(), ...gateJourneys()].filter((file) => file !== ITSELF);
const violations = files.flatMap((file) => violationsIn(file, readFileSync(path.join(ROOT, file), 'utf8')));
for (const { file, line, what, instead } of violations) console.log(`${file}:${line}: ${what}. ${instead}`);
process.exit(violations.length > 0 ? 1 : 0);
