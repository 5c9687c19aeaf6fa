/** The bases on which a purpose permits messages, by name. */
import type { Basis } from '@luvalla/contract/consent/purposes';
import type { Text } from '#portal/lib/say.ts';

export const basisNames: Readonly<Record<Basis, Text>> = {
	consent: { en: 'Consent', fi: 'Suostumus' },
	'existing customer': { en: 'Existing customer', fi: 'Asiakassuhde' },
	'business recipient': { en: 'Business recipient', fi: 'Yritysvastaanottaja' },
	'post without objection': { en: 'Post without objection', fi: 'Posti, jota ei ole kielletty' },
	'strictly necessary': { en: 'Strictly necessary', fi: 'Välttämätön' },
	contract: { en: 'Contract', fi: 'Sopimus' },
};
