/** `npm run test:long`: all that `npm test` asks, at full length (length.ts), and a random life of ten thousand steps. */
const STEPS = '10000';

process.env.TESTS_LONG = '1';
process.env.MEMBERSHIP_STEPS ??= STEPS;
await import('./test.ts');
