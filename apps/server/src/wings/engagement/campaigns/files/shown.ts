/** Which files a run has, and which of them are due to be taken. */

import type * as contract from '@luvalla/contract/engagement/campaign-files.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { now } from '#kernel/clock.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import type { Form } from '../../channels/channel.ts';
import type { CampaignRunRow } from '../../runs/runs.ts';
import { channelCode, type Work } from '../../send/lease.ts';
import { cellsOf, countListed, formsOf, type ListParts, saidNoSince } from '../../send/lists.ts';
import { besideOf, fileOf } from '../../send/parts.ts';
import { goesAt } from './named.ts';
import { areAllSeen, rowsOfTable } from './refuse.ts';
import { acceptedOf, filedLanes, namesOf, purposesOf, takenOf, wordsOf } from './store.ts';

/** A hash by its ends: enough to see what it is, too little to upload. */
const shortened = (cell: string): string => (/^[0-9a-f]{64}$/.test(cell) ? `${cell.slice(0, 4)}…${cell.slice(-4)}` : cell);

const isNamedIn = ({ named }: Form, words: contract.CampaignFile['words']): boolean =>
	words.every(({ wording }) => Object.values(wording).every(({ name, about }) => named.test(`${name} ${about}`)));

/** What is said of each file of a lane alike, and how its single forms were taken. */
interface LaneFiles {
	readonly work: Work;
	readonly filedAt: Date;
	readonly file: Omit<contract.CampaignFile, 'form' | 'kind' | 'rows' | 'goesAt' | 'isThere' | 'takenAt' | 'takenBy'>;
	readonly takenAs: (form: contract.FileForm, kind: contract.FileKind) => Pick<contract.CampaignFile, 'takenAt' | 'takenBy'>;
	/** One short transaction of what a report may take. */
	readonly read: <T>(step: (tx: Tx) => Promise<T>) => Promise<T>;
}

/** Of a channel whose file is one whole: it, the table of addresses that goes beside it, and who said no since. */
const wholeOf = async ({ work, filedAt, file, takenAs, read }: LaneFiles): Promise<contract.CampaignFile[]> => {
	const { stored, rows } = await read(async (tx) => ({ stored: await fileOf(tx, work), rows: await acceptedOf(tx, work) }));
	const beside = rows > 0 ? await read((tx) => besideOf(tx, work)) : null;
	const whole = { ...file, form: 'whole', goesAt: goesAt(filedAt).toISOString() } as const;
	const before = takenAs('whole', 'remove');
	const { entries, due } =
		stored !== null && beside !== null && rowsOfTable(work) ? await saidNoSince(read, work) : { entries: [], due: false };
	return [
		...(rows > 0 ? [{ ...whole, ...takenAs('whole', 'add'), kind: 'add', rows, isThere: stored !== null } as const] : []),
		...(beside === null ? [] : [{ ...whole, ...takenAs('whole', 'addresses'), kind: 'addresses', rows, isThere: true } as const]),
		...(entries.length > 0 || before.takenAt !== null
			? [{ ...whole, ...before, kind: 'remove', rows: entries.length, isThere: entries.length > 0, due } as const]
			: []),
	];
};

/** Of a channel whose file is taken in several forms: each, whom each is to lose, and what is shown to them. */
const listsOf = async (parts: ListParts, scope: Scope, forms: readonly Form[], lane: LaneFiles): Promise<contract.CampaignFile[]> => {
	const { work, filedAt, file, takenAs, read } = lane;
	const { rows, out, first } = await countListed(
		read,
		work,
		forms.map(({ word }) => word),
	);
	const isThere = goesAt(filedAt) > now() && rows > 0;
	const lists = forms.map((form) => ({
		form,
		...{ ...file, columns: [...form.columns], fields: [...form.fields], isNamed: isNamedIn(form, file.words) },
	}));
	const mayShow = isThere && (await read((tx) => areAllSeen(tx, scope, work)));
	const shown: contract.CampaignFile[] = [];
	for (const one of lists) {
		const { word: form } = one.form;
		const cells = mayShow ? [...(await cellsOf(parts, work, one.form, first)).values()] : [];
		const sample = cells.map((row) => row.map(shortened));
		shown.push({ ...one, ...takenAs(form, 'add'), form, kind: 'add', rows, goesAt: goesAt(filedAt).toISOString(), isThere, sample });
	}
	for (const one of lists) {
		const { word: form } = one.form;
		if (takenAs(form, 'add').takenAt === null) continue;
		const reasons = [...(out.get(form) ?? [])].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count);
		const due = reasons.reduce((all, { count }) => all + count, 0);
		const before = takenAs(form, 'remove');
		if (due > 0 || before.takenAt !== null)
			shown.push({ ...one, ...before, form, kind: 'remove', rows: due, goesAt: null, isThere: due > 0, due: due > 0, reasons });
	}
	shown.push({ ...file, ...takenAs('whole', 'creative'), form: 'whole', kind: 'creative', rows: 0, goesAt: null, isThere: true });
	return shown;
};

export const shownOf = async (parts: ListParts, scope: Scope, run: CampaignRunRow): Promise<contract.CampaignFile[]> => {
	const { storage } = parts;
	const { customerId } = scope;
	const read: LaneFiles['read'] = (step) => storage.inReport(customerId, step);
	const { lanes, taken } = await read(async (tx) => ({
		lanes: await filedLanes(tx, customerId, run),
		taken: await takenOf(tx, customerId, run.run_id),
	}));
	const mails = await namesOf(
		storage,
		taken.map((one) => one.taken_by),
	);
	const shown: contract.CampaignFile[] = [];
	for (const { work, filedAt } of lanes) {
		const channel = channelCode(work);
		const forms = formsOf(work);
		const said = await read(async (tx) => ({ purposes: await purposesOf(tx, work), words: await wordsOf(tx, work) }));
		const none = { isNamed: null, sample: [], reasons: [], columns: [], fields: [], due: false };
		const lane: LaneFiles = {
			...{ work, filedAt, read },
			file: { channel, ...said, ...none, madeAt: filedAt.toISOString() },
			takenAs: (form, kind) => {
				const found = taken.find((one) => one.channel === channel && one.form === form && one.kind === kind && one.whole);
				return { takenAt: found?.taken_at.toISOString() ?? null, takenBy: (found && mails.get(found.taken_by)) ?? null };
			},
		};
		shown.push(...(await (forms.length === 0 ? wholeOf(lane) : listsOf(parts, scope, forms, lane))));
	}
	return shown;
};
