import { createLog, type Log } from '../src/kernel/log.ts';

/** Only errors: what a test expects to be logged it passes its own log for. */
export const testLog = (): Log => createLog({ logLevel: 'error' });
