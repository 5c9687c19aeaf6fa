/** Reading what a draft carries as JSON text. */
import { LightConfig, LightMapper } from '@luvalla/contract/consent/light.ts';
import { NAMED_TWICE } from '@luvalla/contract/well-formed.ts';
import type * as z from 'zod';
import { invalidFields, refusals } from '#kernel/http/errors.ts';
import { namedTwice } from '#kernel/http/named-twice.ts';

export const refuseConfiguration = refusals({
	unfair_choice: [
		422,
		'This banner cannot be published: points of the fair-choice check fail.',
		'Banneria ei voi julkaista: reilun valinnan tarkistus ei mene läpi.',
	],
	not_json_text: [422, 'The configuration is not JSON.', 'Asetus ei ole JSON-muotoa.'],
	versions_apart: [422, 'Choose a loader and a banner of the same version.', 'Valitse lataaja ja banneri, joilla on sama versio.'],
	old_bundle: [422, 'This version of the banner knows English and Finnish only.', 'Tämä bannerin versio osaa vain englantia ja suomea.'],
	// calls.md section 8, to the letter.
	unknown_bundle: [422, 'Invalid version', 'Versio ei kelpaa'],
	unknown_template: [404, 'Invalid template', 'Mallipohja ei kelpaa'],
	configuration_live: [
		409,
		'This configuration is live on its domain. Publish another one there first.',
		'Tämä banneri on käytössä verkkotunnuksellaan. Julkaise siellä ensin toinen.',
	],
	draft_changed: [
		409,
		'The draft was saved by somebody else while it was being measured. Look at it and publish again.',
		'Joku muu tallensi luonnoksen mittauksen aikana. Tarkista se ja julkaise uudelleen.',
	],
	version_taken: [
		409,
		'Somebody else published on this domain meanwhile. Look at what is live now and publish again.',
		'Joku muu julkaisi tällä verkkotunnuksella sillä välin. Katso, mikä on nyt käytössä, ja julkaise uudelleen.',
	],
	test_running: [
		409,
		'A test of two banners is running on this domain. End it first.',
		'Tällä verkkotunnuksella on kahden bannerin testi käynnissä. Päätä se ensin.',
	],
	already_live: [409, 'This version is live already.', 'Tämä versio on jo käytössä.'],
	title_taken: [
		409,
		'Another configuration of this domain has this title.',
		'Toisella tämän verkkotunnuksen bannerilla on sama nimi.',
		'title',
	],
});

/** @throws Refused 422 not_json_text; not_usable where something is named twice. @param part how a form names its fields */
const jsonOf = (text: string, part: readonly string[]): unknown => {
	const read = parsed(text);
	const twice = namedTwice(text);
	if (twice !== null) throw invalidFields([{ message: NAMED_TWICE, path: [...part, ...twice] }], 'not_usable');
	return read;
};

const parsed = (text: string): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		throw refuseConfiguration('not_json_text');
	}
};

/** A draft's parts by the shapes of its kind. @throws Refused 422 with a sentence for each field that cannot be part of a banner. */
export const parseAs = <Config, Mapper>(
	draft: { config: string; mapper: string },
	shapes: { config: z.ZodType<Config>; mapper: z.ZodType<Mapper> },
): { config: Config; mapper: Mapper } => {
	const config = shapes.config.safeParse(jsonOf(draft.config, []));
	if (!config.success) throw invalidFields(config.error.issues, 'not_usable');
	const mapper = shapes.mapper.safeParse(jsonOf(draft.mapper === '' ? '{}' : draft.mapper, ['mapper']));
	// A form has both parts: its fields of the mapper are named so.
	if (!mapper.success)
		throw invalidFields(
			mapper.error.issues.map((issue) => ({ ...issue, path: ['mapper', ...issue.path] })),
			'not_usable',
		);
	return { config: config.data, mapper: mapper.data };
};

/** @throws Refused 422, as `parseAs` */
export const parseDraft = (draft: { config: string; mapper: string }) => parseAs(draft, { config: LightConfig, mapper: LightMapper });
