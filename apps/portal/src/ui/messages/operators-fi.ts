import type { Translation } from '#portal/lib/say.ts';
import type { operators as en } from './operators-en.ts';

export const operators = {
	op_is: 'on',
	op_isNot: 'ei ole',
	op_contains: 'sisältää tekstin',
	op_startsWith: 'alkaa tekstillä',
	op_oneOf: 'on jokin näistä:',
	op_noneOf: 'ei ole mikään näistä:',
	op_atLeast: 'on vähintään',
	op_atMost: 'on enintään',
} satisfies Translation<typeof en>;
