/** The thread on which large letters are frozen: one after the other, so that whoever asked knows which one takes long. */
import { parentPort } from 'node:worker_threads';
import { type FreezeLetter, freezeLetter } from './letter.ts';

parentPort?.on('message', async (asked: Parameters<FreezeLetter>) => {
	try {
		parentPort?.postMessage({ letter: await freezeLetter(...asked) });
	} catch (error) {
		parentPort?.postMessage({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
	}
});
// Loading them takes a second, which is none of the first letter's.
await Promise.all([import('mjml'), import('sanitize-html'), import('html-to-text')]);
parentPort?.postMessage({ ready: true });
