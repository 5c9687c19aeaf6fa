import type { Translation } from '#portal/lib/say.ts';
import type { en } from './en.ts';

export const fi = {
	title: 'Oman tilin hallinta',
	customersAccount: 'Asiakkaan tili',
	parts: 'Tilin osat',
} satisfies Translation<typeof en>;
