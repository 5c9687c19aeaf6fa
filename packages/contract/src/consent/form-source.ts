/** What a record says of the sign-up form that its yes came by. It is sealed as one English sentence; people read it in their language. */

/** How the form stood on a site, in the sentence's words. */
const WAYS = { script: 'form.js', page: 'plain HTML', server: 'the customer’s server' } as const;

export interface FormSource {
	/** The form's title. */
	form: string;
	/** The domain it stands on. */
	host: string;
	version: number;
	way: keyof typeof WAYS;
	/** ISO instants: when it was filled in, and when the letter's button was pressed; null: they were signed in there. */
	asked: string;
	confirmed: string | null;
}

/** As it is sealed. */
export const formSource = ({ form, host, version, way, asked, confirmed }: FormSource): string =>
	`Form “${form}” on ${host}, version ${version}, by ${WAYS[way]}: asked ${asked}, ${
		confirmed === null ? 'signed in there' : `confirmed by letter ${confirmed}`
	}`;

const SENTENCE =
	/^Form “(.*)” on (\S+), version (\d+), by (form\.js|plain HTML|the customer’s server): asked (\S+Z), (?:signed in there|confirmed by letter (\S+Z))$/s;

/**
 * Null: the source says something else, and is shown as it stands. So is one that imitates ours: only our own page writes that somebody
 * confirmed, and whoever states answers may write what they like for a source.
 * @param how how the answer was given, one of `HOW`
 */
export const readFormSource = (source: string, how: string): FormSource | null => {
	const [, form, host, version, by, asked, confirmed] = SENTENCE.exec(source) ?? [];
	const way = (Object.keys(WAYS) as (keyof typeof WAYS)[]).find((one) => WAYS[one] === by);
	if (form === undefined || host === undefined || asked === undefined || way === undefined) return null;
	if ([asked, confirmed].some((at) => at !== undefined && Number.isNaN(Date.parse(at)))) return null;
	if (how !== (confirmed === undefined ? 'api' : 'form')) return null;
	return { form, host, version: Number(version), way, asked, confirmed: confirmed ?? null };
};
