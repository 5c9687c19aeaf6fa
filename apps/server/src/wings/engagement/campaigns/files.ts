/** Files that a run's messages are: which there are, who took them, and taking one. */
import { CHANNELS } from '@luvalla/contract/channels.ts';
import * as contract from '@luvalla/contract/engagement/campaign-files.ts';
import { recordActivity } from '#kernel/access/activity.ts';
import type { Asker } from '#kernel/access/asker.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { now } from '#kernel/clock.ts';
import { deleteFile, readFileBytes, type StoredFile, writeFile } from '#kernel/files/files.ts';
import { type Language, refusals } from '#kernel/http/errors.ts';
import { type FileAnswer, handle, type Route } from '#kernel/http/handle.ts';
import { escapeHtml } from '#kernel/http/html.ts';
import { demandOwnSite } from '#kernel/http/own-site.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { startedBy } from '#kernel/runs/runs.ts';
import { bool, instant, int, oneOf, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { channelBy } from '../channels/all.ts';
import { type FilingChannel, type Form, isFiling } from '../channels/channel.ts';
import { readFrozen } from '../channels/frozen.ts';
import { languageFor, prepare } from '../contents/template.ts';
import { TemplateFailed } from '../message.ts';
import type { CampaignRunRow } from '../runs/runs.ts';
import { timeOf } from '../runs/token.ts';
import { channelCode, type Work } from '../send/lease.ts';
import { countListed, formsOf, headOf, listToAdd, listToRemove, MAKING_MS, noteRemoved, saidNoSince } from '../send/lists.ts';
import { besideOf, fileOf } from '../send/parts.ts';
import { personSeen } from './deliveries.ts';
import { runOf, seen } from './run-calls.ts';
import type { CampaignRow } from './store.ts';

const refuseFile = refusals({
	file_gone: [
		404,
		'This file is not there any more. Execute the campaign again to make it anew.',
		'Tiedostoa ei enää ole. Suorita kampanja uudelleen, niin se tehdään uudestaan.',
	],
	file_not_taken: [
		409,
		'Nobody took the file that this one would remove people from.',
		'Tiedostoa, josta tämä poistaisi ihmisiä, ei ole kukaan ladannut.',
	],
	file_making: [
		409,
		'Somebody is taking a file of this run at this moment. Try again in a minute.',
		'Joku lataa juuri tämän ajon tiedostoa. Yritä hetken kuluttua uudelleen.',
	],
	file_of_others: [
		403,
		'It names people who are known on other domains alone. Whoever looks after the whole customer takes it.',
		'Siinä on ihmisiä, jotka tunnetaan vain muissa verkkotunnuksissa. Sen lataa se, joka hoitaa koko asiakkuutta.',
	],
	creative_fails: [422, 'The creative cannot be made: look at its content.', 'Mainosaineistoa ei voi muodostaa: tarkista sen sisältö.'],
});

const DAY_MS = 86_400_000;
/** What is made for a download goes when it was taken, and in any case after so long. */
const MADE_MS = 3_600_000;

const LaneRow = row({ channel: int, filed_at: instant });
const TakenRow = row({
	channel: int,
	form: oneOf(contract.FILE_FORMS),
	kind: oneOf(contract.FILE_KINDS),
	taken_at: instant,
	taken_by: text,
	whole: bool,
});
const NameRow = row({ id: uuid, name: text });
const AcceptedRow = row({ n: int });

/** Lanes of a run whose messages are files that are made. */
const filedLanes = async (tx: Tx, customerId: number, run: CampaignRunRow): Promise<{ work: Work; filedAt: Date }[]> => {
	if (run.kind === 'rehearsal') return [];
	const rows = await tx.rows(
		LaneRow,
		sql`select channel::int as channel, filed_at from campaign_lane where customer_id = ${customerId} and run_id = ${run.run_id} and filed_at is not null
		order by channel`,
	);
	return rows.flatMap(({ channel, filed_at: filedAt }) => {
		const lane = run.plan.lanes.find((one) => one.channel === CHANNELS[channel]);
		return lane && isFiling(channelBy(lane.channel))
			? [{ work: { customerId, runId: run.run_id, rehearsal: false, plan: run.plan, lane, part: 0 }, filedAt }]
			: [];
	});
};

const takenOf = (tx: Tx, customerId: number, runId: string) =>
	tx.rows(
		TakenRow,
		sql`select channel::int as channel, form, kind, taken_at, taken_by, whole from file_taken where customer_id = ${customerId} and run_id = ${runId}`,
	);

const purposesOf = async (tx: Tx, { customerId, lane }: Work): Promise<string[]> =>
	(
		await tx.rows(
			NameRow,
			sql`select purpose_id as id, name from purpose where customer_id = ${customerId} and purpose_id = any(${lane.purposes}::uuid[]) order by name`,
		)
	).map(({ name }) => name);

const acceptedOf = async (tx: Tx, work: Work): Promise<number> => {
	const [found] = await tx.rows(
		AcceptedRow,
		sql`select count(*)::int as n from delivery where customer_id = ${work.customerId} and run_id = ${work.runId} and channel = ${channelCode(work)} and state = 'accepted'`,
	);
	return found?.n ?? 0;
};

/**
 * A file names everybody in it, and cannot leave out whom a domain's own admin may not see: the network or printing house would be told of
 * others than were counted. @throws Refused 403 where somebody in it is known on none of the asker's domains
 */
const demandAllSeen = async (tx: Tx, scope: Scope, { runId, ...work }: Work): Promise<void> => {
	const { customerId } = scope;
	for (const seen of personSeen(scope)) {
		const others = await tx.run(
			sql`select from delivery d where d.customer_id = ${customerId} and d.at >= ${timeOf(runId)} and d.run_id = ${runId}
				and d.channel = ${channelCode(work)} and d.state = 'accepted' and d.address is not null and not ${seen} limit 1`,
		);
		if (others > 0) throw refuseFile('file_of_others');
	}
};

const rowsOfTable = ({ lane }: Work): FilingChannel['rowsOf'] => {
	const channel = channelBy(lane.channel);
	return isFiling(channel) ? channel.rowsOf : undefined;
};

/** When a list of a run cannot be made any more: what was asked for is too long ago. */
const goesAt = (filedAt: Date): Date => new Date(filedAt.getTime() + contract.FILE_DAYS * DAY_MS);

const KINDS: Readonly<Record<Language, Readonly<Record<contract.FileKind, string>>>> = {
	en: { add: 'add', remove: 'remove', creative: 'creative', addresses: 'addresses' },
	fi: { add: 'lisää', remove: 'poista', creative: 'aineisto', addresses: 'osoitteet' },
};

/** What a file is, in its name: every file system takes it. */
const nameOf = (parts: readonly (string | number)[], ending: string): string =>
	`${parts
		.map((part) =>
			String(part)
				.replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, ' ')
				.trim()
				.slice(0, 60),
		)
		.filter((part) => part !== '')
		.join(' - ')
		.toWellFormed()}.${ending}`;

type FileParts = Pick<Kernel, 'storage' | 'secrets' | 'settings' | 'hooks'>;

export const campaignFileRoutes = (kernel: FileParts): Route[] => {
	const { storage } = kernel;

	const shownOf = async (customerId: number, run: CampaignRunRow): Promise<contract.CampaignFile[]> => {
		const { lanes, taken } = await storage.inReport(customerId, async (tx) => ({
			lanes: await filedLanes(tx, customerId, run),
			taken: await takenOf(tx, customerId, run.run_id),
		}));
		const mails = new Map(
			taken.length === 0
				? []
				: (
						await storage.inPlatform((tx) =>
							tx.rows(NameRow, sql`select id, email as name from app_user where id = any(${taken.map((one) => one.taken_by)}::uuid[])`),
						)
					).map(({ id, name }) => [id, name]),
		);
		const shown: contract.CampaignFile[] = [];
		for (const { work, filedAt } of lanes) {
			const channel = channelCode(work);
			const forms = formsOf(work);
			const purposes = await storage.inReport(customerId, (tx) => purposesOf(tx, work));
			const takenAs = (form: contract.FileForm, kind: contract.FileKind) => {
				const found = taken.find((one) => one.channel === channel && one.form === form && one.kind === kind && one.whole);
				return { takenAt: found?.taken_at.toISOString() ?? null, takenBy: (found && mails.get(found.taken_by)) ?? null };
			};
			const file = { channel, purposes, madeAt: filedAt.toISOString(), columns: [], fields: [], due: false };
			if (forms.length === 0) {
				const { stored, rows } = await storage.inReport(customerId, async (tx) => ({
					stored: await fileOf(tx, work),
					rows: await acceptedOf(tx, work),
				}));
				if (rows > 0)
					shown.push({
						...file,
						...takenAs('whole', 'add'),
						form: 'whole',
						kind: 'add',
						rows,
						goesAt: goesAt(filedAt).toISOString(),
						isThere: stored !== null,
					});
				const { beside } =
					rows > 0 ? await storage.inReport(customerId, async (tx) => ({ beside: await besideOf(tx, work) })) : { beside: null };
				if (beside !== null)
					shown.push({
						...file,
						...takenAs('whole', 'addresses'),
						form: 'whole',
						kind: 'addresses',
						rows,
						goesAt: goesAt(filedAt).toISOString(),
						isThere: true,
					});
				const before = takenAs('whole', 'remove');
				const { entries, due } =
					stored !== null && beside !== null && rowsOfTable(work)
						? await saidNoSince((read) => storage.inReport(customerId, read), work)
						: { entries: [], due: false };
				if (entries.length > 0 || before.takenAt !== null)
					shown.push({
						...file,
						...before,
						form: 'whole',
						kind: 'remove',
						rows: entries.length,
						goesAt: goesAt(filedAt).toISOString(),
						isThere: entries.length > 0,
						due,
					});
				continue;
			}
			const { rows, out } = await countListed(
				(read) => storage.inReport(customerId, read),
				work,
				forms.map(({ word }) => word),
			);
			const isThere = goesAt(filedAt) > now() && rows > 0;
			const lists = forms.map(({ word: form, columns, fields }) => ({ ...file, form, columns: [...columns], fields: [...fields] }));
			for (const one of lists)
				shown.push({ ...one, ...takenAs(one.form, 'add'), kind: 'add', rows, goesAt: goesAt(filedAt).toISOString(), isThere });
			for (const one of lists) {
				if (takenAs(one.form, 'add').takenAt === null) continue;
				const due = out.get(one.form) ?? 0;
				const before = takenAs(one.form, 'remove');
				if (due > 0 || before.takenAt !== null)
					shown.push({ ...one, ...before, kind: 'remove', rows: due, goesAt: null, isThere: due > 0, due: due > 0 });
			}
			shown.push({ ...file, ...takenAs('whole', 'creative'), form: 'whole', kind: 'creative', rows: 0, goesAt: null, isThere: true });
		}
		return shown;
	};

	interface Taking {
		readonly asker: Asker;
		readonly network: string | null;
		readonly language: Language;
		readonly campaign: CampaignRow;
		readonly work: Work;
		readonly filedAt: Date;
		readonly form: contract.FileForm;
		readonly kind: contract.FileKind;
	}

	/** @param whole nothing of it is still to be made; where it was made once it stays so */
	const noteTaken = (tx: Tx, { asker, work, form, kind }: Taking, whole: boolean): Promise<number> =>
		tx.run(
			sql`insert into file_taken (customer_id, run_id, channel, form, kind, taken_at, taken_by, whole)
			values (${work.customerId}, ${work.runId}, ${channelCode(work)}, ${form}, ${kind}, ${now()}, ${startedBy(asker)}, ${whole})
			on conflict (customer_id, run_id, channel, form, kind) do update set taken_at = excluded.taken_at, taken_by = excluded.taken_by,
				whole = file_taken.whole or excluded.whole`,
		);

	const act = (tx: Tx, { asker, campaign, work, form, kind, network }: Taking, rows: number): Promise<void> =>
		recordActivity(tx, work.customerId, asker, {
			action: 'downloaded',
			thing: 'campaign',
			thingId: campaign.campaign_id,
			after: { title: campaign.title, run: work.runId, channel: work.lane.channel, form, kind, rows },
			network,
		});

	const named = async (taking: Taking, rows: number, ending: string): Promise<string> => {
		const { work, form, kind, language } = taking;
		const purposes = await storage.inTenant(work.customerId, (tx) => purposesOf(tx, work));
		const parts = [work.plan.title, work.lane.channel, form === 'whole' ? '' : form, KINDS[language][kind], purposes.join(', ')];
		return nameOf([...parts, now().toISOString().slice(0, 10), ...(kind === 'creative' ? [] : [rows])], ending);
	};

	/** Makes a list, tells how many are in it, and hands it out; `whole` when all of it was read. */
	const handOut = async (
		taking: Taking,
		make: (counted: (rows: number) => void) => AsyncIterable<Buffer>,
		form: Form,
		whole: () => Promise<void>,
		failed: () => Promise<unknown>,
	): Promise<FileAnswer> => {
		const { customerId } = taking.work;
		let rows = 0;
		async function* made(): AsyncGenerator<Buffer> {
			yield Buffer.from(headOf(form));
			yield* make((more) => {
				rows += more;
			});
		}
		const facts = { wing: 'engagement', name: 'list.csv', type: 'text/csv', expiresAt: new Date(now().getTime() + MADE_MS) };
		let stored: StoredFile;
		try {
			stored = await writeFile(storage, customerId, facts, made());
		} catch (error) {
			await failed();
			throw error;
		}
		await storage.inTenant(customerId, async (tx) => {
			if (taking.kind === 'add') await noteTaken(tx, taking, true);
			await act(tx, taking, rows);
		});
		async function* body(): AsyncGenerator<Buffer> {
			try {
				yield* readFileBytes(storage, customerId, stored.id);
				await whole();
			} finally {
				await storage.inTenant(customerId, (tx) => deleteFile(tx, customerId, stored.id));
			}
		}
		return { name: await named(taking, rows, 'csv'), type: 'text/csv; charset=utf-8', body: body() };
	};

	const takeToAdd = async (taking: Taking, form: Form): Promise<FileAnswer> => {
		const { work } = taking;
		if (goesAt(taking.filedAt) <= now()) throw refuseFile('file_gone');
		const before = await storage.inTenant(work.customerId, async (tx) => {
			// Of two who take it at once the second sees that the first did.
			await tx.run(
				sql`select from campaign_lane where customer_id = ${work.customerId} and run_id = ${work.runId} and channel = ${channelCode(work)} for update`,
			);
			const taken = (await takenOf(tx, work.customerId, work.runId)).filter(
				(one) => one.channel === channelCode(work) && one.kind === 'add',
			);
			// Who is in the first lists and who is not is told by one of them after the other.
			if (taken.some((one) => !one.whole && one.taken_at.getTime() > now().getTime() - MAKING_MS)) throw refuseFile('file_making');
			// Before any of it leaves: whoever is erased meanwhile may be in it.
			await noteTaken(tx, taking, false);
			const whole = taken.filter((one) => one.whole);
			return { alone: whole.length === 0, first: whole.every((one) => one.form !== form.word) };
		});
		return handOut(
			taking,
			(counted) => listToAdd(kernel, work, form, before, counted),
			form,
			() => Promise.resolve(),
			// Nothing of it has left: the next one need not wait.
			() =>
				storage.inTenant(work.customerId, (tx) =>
					tx.run(
						sql`delete from file_taken where customer_id = ${work.customerId} and run_id = ${work.runId} and channel = ${channelCode(work)}
							and form = ${form.word} and kind = 'add' and not whole`,
					),
				),
		);
	};

	const takeToRemove = async (taking: Taking, form: Form): Promise<FileAnswer> => {
		const { work } = taking;
		const taken = await storage.inTenant(work.customerId, (tx) => takenOf(tx, work.customerId, work.runId));
		if (!taken.some((one) => one.channel === channelCode(work) && one.kind === 'add' && one.form === form.word && one.whole))
			throw refuseFile('file_not_taken');
		const out: number[] = [];
		return handOut(
			taking,
			(counted) =>
				listToRemove(kernel, work, form, (entries) => {
					for (const entry of entries) out.push(entry);
					counted(entries.length);
				}),
			form,
			// A download that breaks leaves it due.
			() =>
				storage.inTenant(work.customerId, async (tx) => {
					await noteRemoved(tx, work, form.word, out);
					await noteTaken(tx, taking, true);
				}),
			() => Promise.resolve(),
		);
	};

	/** What people are shown, for nobody in particular. */
	const takeCreative = async (taking: Taking): Promise<FileAnswer> => {
		const { work } = taking;
		const { customerId, plan, lane } = work;
		const frozen = await readFrozen(kernel, customerId, lane);
		const sender = await channelBy(lane.channel).sender(kernel, customerId, null);
		const facts = {
			person: {},
			attributes: {},
			domain: { name: plan.host },
			customer: { name: plan.customerName },
			sender,
			campaign: { title: plan.title },
		};
		const links = { unsubscribe: '', why: '', preferences: '', through: (url: string) => url, pixel: null };
		const language = languageFor(frozen, taking.language);
		try {
			const { html, heroimage, text: words } = prepare(frozen)(language, facts, links);
			const alt = frozen.languages[language]?.heroimageAlt ?? '';
			const picture = heroimage ? `<p><img src="${escapeHtml(heroimage)}" alt="${escapeHtml(alt)}"></p>` : '';
			const page =
				html ??
				`<!doctype html><html lang="${language}"><meta charset="utf-8"><body>${picture}<p>${escapeHtml(words ?? '')}</p></body></html>`;
			await storage.inTenant(customerId, async (tx) => {
				await noteTaken(tx, taking, true);
				await act(tx, taking, 0);
			});
			async function* body(): AsyncGenerator<string> {
				yield page;
			}
			return { name: await named(taking, 0, 'html'), type: 'text/html; charset=utf-8', body: body() };
		} catch (error) {
			if (error instanceof TemplateFailed) throw refuseFile('creative_fails');
			throw error;
		}
	};

	const takeStored = async (taking: Taking): Promise<FileAnswer> => {
		const { work } = taking;
		const { customerId } = work;
		const { stored, rows } = await storage.inTenant(customerId, async (tx) => {
			const found = await (taking.kind === 'addresses' ? besideOf : fileOf)(tx, work);
			if (!found) throw refuseFile('file_gone');
			const n = await acceptedOf(tx, work);
			await noteTaken(tx, taking, true);
			await act(tx, taking, n);
			return { stored: found, rows: n };
		});
		const name = await named(taking, rows, stored.name.slice(stored.name.lastIndexOf('.') + 1));
		return { name, type: stored.type, body: readFileBytes(storage, customerId, stored.id) };
	};

	/** Rows of those whom the printing house is to take out of the file that it has, or is to get. */
	const takeLeaves = async (taking: Taking): Promise<FileAnswer> => {
		const { work } = taking;
		const { customerId } = work;
		const rowsOf = rowsOfTable(work);
		const table = await storage.inTenant(customerId, async (tx) => ((await fileOf(tx, work)) ? besideOf(tx, work) : null));
		if (!rowsOf || !table) throw refuseFile('file_gone');
		const { entries } = await saidNoSince((read) => storage.inTenant(customerId, read), work);
		await storage.inTenant(customerId, (tx) => act(tx, taking, entries.length));
		async function* body(id: string): AsyncGenerator<Buffer> {
			yield* rowsOf?.(readFileBytes(storage, customerId, id), new Set(entries)) ?? [];
			// A download that breaks leaves it due.
			await storage.inTenant(customerId, async (tx) => {
				await noteRemoved(tx, work, 'whole', entries);
				await noteTaken(tx, taking, true);
			});
		}
		return { name: await named(taking, entries.length, 'csv'), type: table.type, body: body(table.id) };
	};

	return [
		handle(contract.campaignFiles, async ({ params, query, scope }) => {
			const { customerId } = scope;
			const run = await storage.inReport(customerId, async (tx) => runOf(tx, customerId, await seen(tx, scope, params.id), query.run));
			return shownOf(customerId, run);
		}),
		handle(contract.campaignFile, async ({ asker, language, network, params, query, request, scope }) => {
			// Whoever takes one is written down, and who is to be removed is then taken for removed.
			demandOwnSite(request, kernel.settings.publicUrl);
			const { customerId } = scope;
			const { form: word, kind } = query;
			const { campaign, lane } = await storage.inReport(customerId, async (tx) => {
				const found = await seen(tx, scope, params.id);
				const run = await runOf(tx, customerId, found, query.run);
				const filed = (await filedLanes(tx, customerId, run)).find(({ work }) => channelCode(work) === query.channel);
				if (filed && kind !== 'creative') await demandAllSeen(tx, scope, filed.work);
				return { campaign: found, lane: filed };
			});
			if (!lane) throw refuseFile('file_gone');
			const taking: Taking = { asker, network, language, campaign, ...lane, form: word, kind };
			const forms = formsOf(lane.work);
			if (kind === 'creative' && word === 'whole' && forms.length > 0) return takeCreative(taking);
			if ((kind === 'add' || kind === 'addresses') && word === 'whole' && forms.length === 0) return takeStored(taking);
			if (kind === 'remove' && word === 'whole' && forms.length === 0) return takeLeaves(taking);
			const form = forms.find((one) => one.word === word);
			if (!form || kind === 'creative' || kind === 'addresses') throw refuseFile('file_gone');
			return kind === 'add' ? takeToAdd(taking, form) : takeToRemove(taking, form);
		}),
	];
};
