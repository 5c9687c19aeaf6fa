import * as contract from '@luvalla/contract/engagement/campaign-files.ts';
import type { Language } from '#kernel/http/errors.ts';

const DAY_MS = 86_400_000;

/** When a list of a run cannot be made any more: what was asked for is too long ago. */
export const goesAt = (filedAt: Date): Date => new Date(filedAt.getTime() + contract.FILE_DAYS * DAY_MS);

export const KINDS: Readonly<Record<Language, Readonly<Record<contract.FileKind, string>>>> = {
	en: { add: 'add', remove: 'remove', creative: 'creative', addresses: 'addresses' },
	fi: { add: 'lisää', remove: 'poista', creative: 'aineisto', addresses: 'osoitteet' },
};

/** What a file is, in its name: every file system takes it. */
export const nameOf = (parts: readonly (string | number)[], ending: string): string =>
	`${parts
		.map((part) =>
			String(part)
				.replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, ' ')
				.trim()
				.slice(0, 60),
		)
		.filter((part) => part !== '')
		.join(' - ')
		.toWellFormed()}.${ending}`;
