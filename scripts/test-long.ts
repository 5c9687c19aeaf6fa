/** `npm run test:long`: every file of tests at full length (length.ts), and a random life of ten thousand steps. */
const STEPS = '10000';

process.env.TESTS = 'long';
process.env.MEMBERSHIP_STEPS ??= STEPS;
await import('./test.ts');
