/** The secret of a device that may be remembered: it comes with the records of a choice, and with all that the device tells later. */
import { createHash } from 'node:crypto';

/** Bytes of a hash: as many as tell 128 random bits. */
const BYTES = 16;

/** What is kept of a device's key. */
export const hashOfKey = (key: string): Buffer => createHash('sha256').update(key).digest().subarray(0, BYTES);
