import { enter } from './setup/enter.mjs';

// `npm run bench -- speed` and `-- journeys` measure real processes and a real browser with test files; all other
// scenarios compare the service with its peers.
const [first] = process.argv.slice(2);
const isOfTests = first === 'speed' || first === 'journeys';

await enter(isOfTests ? 'scripts/test/speed.ts' : 'bench/main.ts');
