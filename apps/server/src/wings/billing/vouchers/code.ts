/** Codes of vouchers: K7QM-2XR9-TB4W. Twelve signs of 32 are 60 bits, so a guess is as good as none. */
import { randomOf } from '#kernel/random.ts';
import type { Secrets } from '#kernel/secrets.ts';

/** Digits and letters that are not taken for each other: no 0 and O, no 1 and I. */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LENGTH = 12;
const GROUP = 4;
const TAIL = 2;

/** A new code, in its groups. 256 is a multiple of 32: each sign is as likely as any other. */
export const newCode = (): string => grouped([...randomOf(LENGTH)].map((byte) => SIGNS.charAt(byte % SIGNS.length)).join(''));

const grouped = (signs: string): string => signs.match(new RegExp(`.{${GROUP}}`, 'gu'))?.join('-') ?? signs;

/** A code as somebody typed it: without groups, in capitals; null: it cannot be one. */
export const readCode = (typed: string): string | null => {
	const signs = typed.toUpperCase().replace(/[\s-]/g, '');
	return signs.length === LENGTH && [...signs].every((sign) => SIGNS.includes(sign)) ? signs : null;
};

/** What is stored of it, and looked up by. @param signs as `readCode` gives them */
export const hashOfCode = (secrets: Secrets, signs: string): Buffer => secrets.hmac('vouchers').update(signs).digest();

export const tailOf = (code: string): string => code.slice(-TAIL);

/** As it is shown ever after: ••••-••••-••4W. */
export const maskedCode = (tail: string): string => grouped(`${'•'.repeat(LENGTH - tail.length)}${tail}`);
