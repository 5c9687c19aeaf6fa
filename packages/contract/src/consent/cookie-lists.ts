/** Lists of cookies that another consent tool exported, as a draft of a light configuration. */
import * as z from 'zod';
import { call } from '../call.ts';
import { Id } from '../fields.ts';
import { admins } from './drafts.ts';
import { BannerLanguage } from './languages.ts';

/** Of a list; whole sites have a few hundred cookies. */
export const COOKIE_LIST_MAX_BYTES = 5_000_000;
export const COOKIE_LIST_MAX_ROWS = 5_000;

/** Categories that a draft has by itself. */
export const LISTED_TYPES = ['necessary', 'preferences', 'statistics', 'marketing'] as const;
export type ListedType = (typeof LISTED_TYPES)[number];

/** Why a cookie of a list is not in the draft. */
export const LEFT_COOKIE = {
	category: { en: 'Its category is none that is usual', fi: 'Luokka ei ole mikään tavallisista' },
	doubted: {
		en: 'The list says strictly necessary, the cookie repository says otherwise',
		fi: 'Luettelon mukaan välttämätön, evästeluettelomme mukaan ei',
	},
	old_banner: { en: 'It belongs to the banner that you leave', fi: 'Kuuluu banneriin, josta luovut' },
	elsewhere: {
		en: 'Your configuration has it in another category, where it stays',
		fi: 'Se on bannerissasi jo toisessa luokassa ja pysyy siinä',
	},
	categories: { en: 'The draft has all the categories that it may have', fi: 'Luonnoksessa on jo enimmäismäärä luokkia' },
	lines: { en: 'Its category has all the cookies that it may have', fi: 'Luokassa on jo enimmäismäärä evästeitä' },
	name: { en: 'No line can hold its name', fi: 'Nimeä ei voi käyttää' },
} as const;
export type LeftCookie = keyof typeof LEFT_COOKIE;

export const CookieListDraft = z.object({
	configurationId: Id,
	folder: z.string(),
	title: z.string(),
	/** Whose shape the list has. */
	from: z.enum(['cookiebot', 'onetrust', 'table']),
	/** Cookies that the list has, and those of them that stand in the draft, once each name. */
	rows: z.int(),
	cookies: z.int(),
	/** Of the descriptions in the draft; null: they are left out, since the draft is not in their language. */
	language: BannerLanguage.nullable(),
	placed: z.array(z.object({ type: z.enum(LISTED_TYPES), count: z.int() })),
	left: z.array(
		z.object({
			name: z.string(),
			host: z.string(),
			/** As the list calls it. */
			category: z.string(),
			why: z.enum(Object.keys(LEFT_COOKIE) as [LeftCookie, ...LeftCookie[]]),
		}),
	),
});
export type CookieListDraft = z.infer<typeof CookieListDraft>;

export const draftFromCookieList = call({
	method: 'POST',
	path: '/cmpconfigurator/domain/{id}/cookielist',
	about:
		'Makes a draft of a light configuration of the domain out of a list of cookies of Cookiebot (its cookie declaration as JSON, CSV, Excel or the declaration’s own script) or OneTrust (its cookie list as CSV or Excel, or the JSON of its banner): the cookies by category, with provider, lifetime and description. Categories and texts are those of the domain’s configuration, else of a template. Nothing is published. 422 not_a_cookie_list where nothing in it is one; cookie_list_long where it has more than 5,000.',
	params: z.object({ id: Id }),
	query: z.object({ language: BannerLanguage.optional().describe('Of the descriptions; by default the configuration’s first.') }),
	answer: CookieListDraft,
	multipart: { part: 'cookies', type: 'text/csv', about: 'The list.', maxBytes: COOKIE_LIST_MAX_BYTES },
	may: admins,
	on: 'domain',
	of: 'domain:params.id',
	failure: 'error occured',
	success: 'Configuration added successfully.',
	limits: [{ by: 'asker', count: 30, seconds: 60 }],
});
