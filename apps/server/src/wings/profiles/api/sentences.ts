/** Why a field of an item does not fit. */
import { NAMES_KNOWN } from '@luvalla/contract/profiles/api.ts';
import type { Sentences } from '#kernel/http/errors.ts';

export const KIND_MISMATCH: Sentences = {
	en: 'Values of this name are of another kind: text, number, day, or true and false',
	fi: 'Tämännimiset arvot ovat toista lajia: tekstiä, lukuja, päiviä tai totuusarvoja',
};
export const TOO_MANY_NAMES: Sentences = {
	en: `There are ${NAMES_KNOWN} names already, and no room for new ones`,
	fi: `Nimiä on jo ${NAMES_KNOWN}, eikä uusille ole tilaa`,
};
