/** A list of cookies of another consent tool becomes a draft of the domain's light configuration. */
import * as contract from '@luvalla/contract/consent/cookie-lists.ts';
import { CookieLine, type LightConfig } from '@luvalla/contract/consent/light.ts';
import { cut } from '@luvalla/contract/well-formed.ts';
import { now } from '#kernel/clock.ts';
import { refuse } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import { wholeUpload } from '#kernel/http/upload.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { readDomain } from '../../tenancy/wing.ts';
import { currentVersion } from '../configurations/builds.ts';
import { baseOf, categoryFor, categoryWith, isOfType, MOST_LINES, MOST_NAME, titleAt } from '../configurations/drafting.ts';
import { saveDraft } from '../configurations/drafts.ts';
import { classifierOf } from '../cookie-repository/calls.ts';
import { keepsChoice } from '../scans/findings.ts';
import { type CookieList, type ListedCookie, readCookieList, refuseList, typeOf } from './read.ts';

const ABOUT = 400;
const KEEPS = 60;
/** The cookie's words as a configuration holds them. */
const lineOf = (one: ListedCookie, language: LightConfig['languages'][number] | null) => ({
	name: one.name.slice(0, MOST_NAME),
	provider: cut(one.provider, MOST_NAME),
	keeps: cut(one.keeps, KEEPS),
	...(one.lifetimeSeconds !== null && { lifetimeSeconds: one.lifetimeSeconds }),
	...(one.about !== '' && language !== null && { about: { [language]: cut(one.about, ABOUT) } }),
});

/** How a zip begins, as an Excel workbook does. */
const ZIP = Buffer.from('PK\x03\x04');

/** A file as text: of a workbook its first sheet as CSV. @throws Refused 422 not_a_cookie_list */
const textOf = async (bytes: Buffer): Promise<string> => {
	if (!bytes.subarray(0, ZIP.length).equals(ZIP))
		return new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes);
	const { BadWorkbook, openWorkbook } = await import('#kernel/files/workbook.ts');
	try {
		const { csv } = await openWorkbook(async function* (from, to) {
			yield bytes.subarray(from, to);
		}, bytes.length);
		const pieces: Buffer[] = [];
		let size = 0;
		for await (const piece of csv()) {
			size += piece.length;
			if (size > contract.COOKIE_LIST_MAX_BYTES * 2) throw refuseList('cookie_list_long');
			pieces.push(piece);
		}
		return Buffer.concat(pieces).toString('utf8');
	} catch (error) {
		throw error instanceof BadWorkbook ? refuseList('not_a_cookie_list') : error;
	}
};

type Left = contract.CookieListDraft['left'];

/** Puts the list's cookies into the configuration; answers what is in it, and what is not and why. */
const fill = (
	config: LightConfig,
	{ cookies }: CookieList,
	language: LightConfig['languages'][number] | null,
	isDoubted: (one: ListedCookie) => boolean,
): { placed: Map<contract.ListedType, number>; left: Left } => {
	const placed = new Map<contract.ListedType, number>();
	const left: Left = [];
	const count = (type: contract.ListedType): void => void placed.set(type, (placed.get(type) ?? 0) + 1);
	const seen = new Set<string>();
	for (const one of cookies) {
		const leave = (why: contract.LeftCookie): void =>
			void left.push({ name: cut(one.name, MOST_NAME), host: cut(one.host, MOST_NAME), category: cut(one.category, MOST_NAME), why });
		if (seen.has(one.name)) continue;
		seen.add(one.name);
		const type = typeOf(one.category);
		if (keepsChoice({ name: one.name })) {
			leave('old_banner');
			continue;
		}
		if (type === null) {
			leave('category');
			continue;
		}
		const standing = categoryWith(config, one.name.slice(0, MOST_NAME));
		if (standing) {
			if (isOfType(standing, type)) count(type);
			else leave('elsewhere');
			continue;
		}
		if (type === 'necessary' && isDoubted(one)) {
			leave('doubted');
			continue;
		}
		const line = CookieLine.safeParse(lineOf(one, language));
		const category = line.success ? categoryFor(config, type) : null;
		if (!line.success) leave('name');
		else if (category === null) leave('categories');
		else if (category.cookies.length >= MOST_LINES) leave('lines');
		else {
			category.cookies.push(line.data);
			count(type);
		}
	}
	return { placed, left };
};

export const cookieListRoutes = (kernel: Kernel): Route[] => {
	const { storage } = kernel;
	return [
		handle(contract.draftFromCookieList, async ({ request, query, scope, asker }) => {
			const { customerId, domainId } = scope;
			if (domainId === null) throw refuse('not_found');
			const list = readCookieList(await textOf(await wholeUpload(request, contract.draftFromCookieList.multipart)));
			const classify = await classifierOf(storage, customerId);
			// What is strictly necessary is decided by a person; where what we know says otherwise they are asked again.
			const isDoubted = ({ name, host, lifetimeSeconds }: ListedCookie): boolean => {
				const { type, confidence } = classify({ name, domain: host, lifetimeSeconds });
				return confidence >= SURE && type !== 'necessary' && type !== 'undecided';
			};
			const version = await currentVersion();
			return storage.inTenant(customerId, async (tx) => {
				const domain = await readDomain(tx, customerId, domainId);
				if (!domain) throw refuse('not_found');
				const title = titleAt(domain.host, now(), TOOLS[list.from]);
				const { template, config, mapper } = await baseOf(tx, customerId, domainId, title);
				const wanted = query.language ?? config.languages[0] ?? null;
				const language = config.languages.find((one) => one === wanted) ?? null;
				const { placed, left } = fill(config, list, language, isDoubted);
				const saved = await saveDraft(
					tx,
					kernel,
					scope,
					{
						...{ customerId, domain: domain.host, type: 0, template, sdkVersion: version, bundleVersion: version, mapper },
						title,
						config: JSON.stringify(config),
					},
					asker,
				);
				const counts = [...placed.values()].reduce((sum, count) => sum + count, 0);
				return {
					...{ configurationId: saved.id, folder: saved.folder, title: saved.title, from: list.from },
					rows: list.cookies.length,
					cookies: counts,
					language,
					placed: contract.LISTED_TYPES.flatMap((type) => (placed.has(type) ? [{ type, count: placed.get(type) ?? 0 }] : [])),
					left,
				};
			});
		}),
	];
};

const TOOLS: Readonly<Record<CookieList['from'], string>> = { cookiebot: 'Cookiebot', onetrust: 'OneTrust', table: '' };
/** From so much on the repository is believed against a list. */
const SURE = 80;
