/** Reading what a TCF draft carries as JSON text, and the ways it can be refused. */
import { TcfConfig, TcfMapper } from '@luvalla/contract/consent/tcf.ts';
import { refusals } from '#kernel/http/errors.ts';
import { parseAs } from '../draft.ts';

export const refuseTcf = refusals({
	tcf_policy: [
		422,
		'This banner cannot be published: points of the framework’s policies fail.',
		'Banneria ei voi julkaista: kehyksen säännöt eivät täyty.',
	],
	no_cmp_id: [
		422,
		'This installation has no CMP id of IAB Europe (TCF_CMP_ID), so a TCF banner can be tried but not published.',
		'Tällä asennuksella ei ole IAB Europen CMP-tunnusta (TCF_CMP_ID), joten TCF-banneria voi kokeilla mutta ei julkaista.',
	],
	no_vendor_list: [
		422,
		'No vendor list is stored yet. A platform admin can fetch or upload one.',
		'Kumppaniluetteloa ei ole vielä tallessa. Alustan ylläpitäjä voi hakea tai ladata sen.',
	],
});

/** @throws Refused 422, as `parseAs` */
export const parseTcfDraft = (draft: { config: string; mapper: string }) => parseAs(draft, { config: TcfConfig, mapper: TcfMapper });
