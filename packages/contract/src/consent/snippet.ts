/** Whether a domain's pages carry the snippet. */
import * as z from 'zod';
import { call, listQuery } from '../call.ts';
import { CustomerId, Id } from '../fields.ts';
import type { Rate } from '../limits.ts';
import { Run } from '../runs.ts';
import { selectionOf } from '../selection.ts';
import { BannerState, DomainProof, ProofState } from '../tenancy/domains.ts';
import { type Said, said, type Words } from '../words.ts';

/** Why a start page did not open. */
export const SnippetProblem = z.object({
	code: z.enum([
		/** It answered, but not with a page; `about` is the HTTP status. */
		'status',
		/** It leads to another site; `about` is its host. */
		'leads_away',
		/** It leads on and on. */
		'circle',
		/** The name leads to no public address, and the operator did not allow it. */
		'not_public',
		/** The name is not known. */
		'no_name',
		/** Nobody answers at its address. */
		'no_answer',
		/** It took too long. */
		'slow',
		/** Its certificate does not hold; `about` is what is wrong with it, in the system's words. */
		'certificate',
		/** The page is larger than what is read. */
		'too_large',
		/** Anything else; `about` is the system's own word. */
		'other',
	]),
	about: z.string().nullable(),
});
export type SnippetProblem = z.infer<typeof SnippetProblem>;

/** What kept a look from finding the snippet, in sentences; `{about}` is what the problem is about. */
export const LOOK_REASONS = {
	status: { en: 'It answered with status {about} instead of a page.', fi: 'Sivun sijaan tuli tilakoodi {about}.' },
	leads_away: {
		en: 'It leads to another site, {about}. Add that one as a domain of its own.',
		fi: 'Se ohjaa toiselle sivustolle {about}. Lisää se omaksi verkkotunnuksekseen.',
	},
	circle: { en: 'It leads from one address to the next without end.', fi: 'Se ohjaa osoitteesta toiseen loputtomiin.' },
	not_public: {
		en: 'The name leads to no public address, and the operator has not allowed it (OUTBOUND_ALLOW).',
		fi: 'Nimi ei johda julkiseen osoitteeseen, eikä ylläpitäjä ole sallinut sitä (OUTBOUND_ALLOW).',
	},
	no_name: {
		en: 'The name is not known. Check how the domain is written and its DNS records.',
		fi: 'Nimeä ei tunneta. Tarkista verkkotunnuksen kirjoitusasu ja DNS-tietueet.',
	},
	no_answer: { en: 'Nobody answers at its address.', fi: 'Sen osoitteessa kukaan ei vastaa.' },
	slow: { en: 'It took too long to answer.', fi: 'Vastaus kesti liian kauan.' },
	certificate: { en: 'Its certificate does not hold ({about}).', fi: 'Sen varmenne ei kelpaa ({about}).' },
	too_large: { en: 'The page is larger than 2 MB.', fi: 'Sivu on suurempi kuin 2 Mt.' },
	other: { en: 'The reason in the system’s words: {about}', fi: 'Syy järjestelmän omin sanoin: {about}' },
	missing: { en: 'The page opened, and the snippet is not on it.', fi: 'Sivu aukesi, mutta koodinpätkää ei ole sillä.' },
	unknown_domain: { en: 'There is no such domain here any more.', fi: 'Tällaista verkkotunnusta ei täällä enää ole.' },
} as const satisfies Words & Record<SnippetProblem['code'], unknown>;

/** One of them as a sentence. @param about what it is about, as the look found it */
export const lookReason = (code: string, about: string | null, language: keyof Said): string =>
	said(LOOK_REASONS, code, language).replace('{about}', () => about ?? '');

/** A known tag on the site's pages. */
export const SnippetTag = z.object({
	/** As the list of known tags names it. */
	host: z.string(),
	/** `inserted`: no element of the page's HTML; a script of the site names it. */
	kind: z.enum(['script', 'frame', 'image', 'inserted']),
	/** Categories that it would wait for: by the banner that is live, else by what such tags are for. */
	categories: z.array(z.string()),
	/** It waits by the site's own mark. */
	marked: z.boolean(),
	/** As the page names it; null where a script does. */
	address: z.string().nullable(),
	/** Paths of the pages that carry it. */
	pages: z.array(z.string()),
});
export type SnippetTag = z.infer<typeof SnippetTag>;

/** Origins that the pages load from. */
const Origins = z.array(z.string());

/** What a look at the start page and pages that it links to has found. */
export const SnippetFound = z.object({
	/** Paths of the pages that were read. */
	pages: z.array(z.string()),
	/** Every page and script that it meant to read was read. */
	whole: z.boolean(),
	/** `late`: the snippet stands behind other scripts, or not in `head`; `deferred`: it has `async` or `defer`, or an optimiser holds it back. */
	problems: z.array(z.enum(['late', 'deferred'])),
	known: z.array(SnippetTag.omit({ categories: true })),
	/** Of what is no unmarked known tag, by what it is loaded as; the site's own is left out. */
	origins: z.object({ script: Origins, frame: Origins, image: Origins }),
	/** Scripts stand in the pages themselves. */
	inline: z.boolean(),
});
export type SnippetFound = z.infer<typeof SnippetFound>;

/** What there is when nobody looked, or the page did not open. */
export const NOTHING_FOUND: SnippetFound = {
	pages: [],
	whole: false,
	problems: [],
	known: [],
	origins: { script: [], frame: [], image: [] },
	inline: false,
};

export const SnippetState = z.object({
	/** Null: never looked. */
	checkedAt: z.string().nullable(),
	/** `live`: the start page loads this domain's banner; `missing`: it does not; `unreachable`: it did not open. */
	state: z.enum(['unknown', 'live', 'missing', 'unreachable']),
	/** When it was live last. */
	seenAt: z.string().nullable(),
	/** Why the page did not open. */
	problem: SnippetProblem.nullable(),
	...SnippetFound.shape,
	known: z.array(SnippetTag),
	/** Which known tags the banner stops: `all`, or those that were `seen`. */
	stops: z.enum(['all', 'seen']),
});
export type SnippetState = z.infer<typeof SnippetState>;

export const checkSnippet = call({
	method: 'POST',
	path: '/domain/{id}/snippet/check',
	about:
		'Opens the start page of the domain and up to nine pages that it links to, and looks for the snippet and for known tags. The same is done every day; when it is gone, the customer’s admins get one mail.',
	params: z.object({ id: Id }),
	answer: SnippetState,
	may: ['admin', 'partner', 'customerAdmin', 'domainAdmin'],
	on: 'domain',
	of: 'domain:params.id',
	failure: 'error occured',
});

/** The kind of run that looks at many; its `about` is empty, its unit domains. */
export const LOOK_KIND = 'snippet-look';
/** What it counts: domains whose page carries the snippet; does not; did not open; that are not there any more. */
export const LOOK_COUNTS = ['live', 'missing', 'unreachable', 'rejected'] as const;

/** Domains of a customer's list, chosen to do something to all of them. */
export const DomainSelection = selectionOf(Id, { q: listQuery.q, banner: BannerState.optional(), proof: ProofState.optional() });
export type DomainSelection = z.input<typeof DomainSelection>;

export const checkSnippets = call({
	method: 'POST',
	path: '/customer/{id}/domain/snippetcheck',
	about:
		'Looks at the domains chosen, each as POST /domain/{id}/snippet/check does, and answers the run that works on it. Domains without the snippet are named with the reason. 422 nothing_chosen.',
	params: z.object({ id: CustomerId }),
	body: z.object({ selection: DomainSelection }),
	answer: Run,
	may: ['admin', 'partner', 'customerAdmin', 'domainAdmin'],
	on: 'customer',
	of: 'customer:params.id',
	failure: 'The domains could not be looked at.',
});

export const snippetState = call({
	method: 'GET',
	path: '/domain/{id}/snippet',
	about: 'What the last look found.',
	params: z.object({ id: Id }),
	answer: SnippetState,
	may: ['admin', 'partner', 'customerAdmin', 'domainAdmin', 'machine'],
	on: 'domain',
	of: 'domain:params.id',
	failure: 'error occured',
});

/** What was found where a DNS record was looked for. */
export const DnsLook = z.object({
	state: z.enum([
		/** The record is there. */
		'found',
		/** Records, and none of them is it; `about` is the first one. */
		'other',
		/** No record of that name. */
		'none',
		/** The name is an alias of another one, `about`, whose records prove nothing here. */
		'alias',
		/** The record answers to any name below: it was not put there for this host. */
		'wildcard',
		/** Nobody could be asked; `about` is the system's word. */
		'failed',
	]),
	about: z.string().nullable(),
});
export type DnsLook = z.infer<typeof DnsLook>;

/** What a look for proofs found; null where nobody had to look. */
export const ProofLook = z.object({
	proof: DomainProof.nullable(),
	/** Another company of this installation has shown that the host is theirs. */
	elsewhere: z.boolean(),
	snippet: z
		.object({
			/** `elsewhere`: the page that carries it is of another address than the domain's own. */
			state: z.enum(['found', 'missing', 'elsewhere', 'unreachable']),
			problem: SnippetProblem.nullable(),
		})
		.nullable(),
	dns: DnsLook.nullable(),
});
export type ProofLook = z.infer<typeof ProofLook>;

/** Of all domains of a customer together: each opens somebody's page. */
const PROVE_RATE = { by: 'customer', count: 20, seconds: 60, over: 'prove', kept: true } as const satisfies Rate;

export const proveDomain = call({
	method: 'POST',
	path: '/domain/{id}/prove',
	about:
		'Looks now for what shows whose the host is: the domain’s snippet on its start page, and the TXT record of DNS that the domain’s toProve names. Either proves; what was found at each is said. The same is looked for every hour for 14 days. Nobody looks once it is proven.',
	params: z.object({ id: Id }),
	answer: ProofLook,
	may: ['admin', 'partner', 'customerAdmin', 'domainAdmin'],
	on: 'domain',
	of: 'domain:params.id',
	failure: 'error occured',
	limits: [PROVE_RATE],
});
