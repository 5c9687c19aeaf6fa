/** Which files a run has, and which of them are due to be taken. */

import type * as contract from '@luvalla/contract/engagement/campaign-files.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { now } from '#kernel/clock.ts';
import type { Form } from '../../channels/channel.ts';
import type { CampaignRunRow } from '../../runs/runs.ts';
import { channelCode } from '../../send/lease.ts';
import { cellsOf, countListed, formsOf, type ListParts, saidNoSince } from '../../send/lists.ts';
import { besideOf, fileOf } from '../../send/parts.ts';
import { goesAt } from './named.ts';
import { areAllSeen, rowsOfTable } from './refuse.ts';
import { acceptedOf, filedLanes, namesOf, purposesOf, takenOf, wordsOf } from './store.ts';

/** A hash by its ends: enough to see what it is, too little to upload. */
const shortened = (cell: string): string => (/^[0-9a-f]{64}$/.test(cell) ? `${cell.slice(0, 4)}…${cell.slice(-4)}` : cell);

const isNamedIn = ({ named }: Form, words: contract.CampaignFile['words']): boolean =>
	words.every(({ wording }) => Object.values(wording).every(({ name, about }) => named.test(`${name} ${about}`)));

export const shownOf = async (parts: ListParts, scope: Scope, run: CampaignRunRow): Promise<contract.CampaignFile[]> => {
	const { storage } = parts;
	const { customerId } = scope;
	const { lanes, taken } = await storage.inReport(customerId, async (tx) => ({
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
		const { purposes, words } = await storage.inReport(customerId, async (tx) => ({
			purposes: await purposesOf(tx, work),
			words: await wordsOf(tx, work),
		}));
		const takenAs = (form: contract.FileForm, kind: contract.FileKind) => {
			const found = taken.find((one) => one.channel === channel && one.form === form && one.kind === kind && one.whole);
			return { takenAt: found?.taken_at.toISOString() ?? null, takenBy: (found && mails.get(found.taken_by)) ?? null };
		};
		const file = {
			channel,
			purposes,
			words,
			isNamed: null,
			sample: [],
			reasons: [],
			madeAt: filedAt.toISOString(),
			columns: [],
			fields: [],
			due: false,
		};
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
		const { rows, out, first } = await countListed(
			(read) => storage.inReport(customerId, read),
			work,
			forms.map(({ word }) => word),
		);
		const isThere = goesAt(filedAt) > now() && rows > 0;
		const lists = forms.map((form) => ({
			...file,
			form: form.word,
			columns: [...form.columns],
			fields: [...form.fields],
			isNamed: isNamedIn(form, words),
		}));
		const mayShow = isThere && (await storage.inReport(customerId, (tx) => areAllSeen(tx, scope, work)));
		for (const [n, form] of forms.entries()) {
			const one = lists[n];
			if (!one) continue;
			const cells = mayShow ? [...(await cellsOf(parts, work, form, first)).values()] : [];
			const sample = cells.map((row) => row.map(shortened));
			shown.push({ ...one, ...takenAs(one.form, 'add'), kind: 'add', rows, goesAt: goesAt(filedAt).toISOString(), isThere, sample });
		}
		for (const one of lists) {
			if (takenAs(one.form, 'add').takenAt === null) continue;
			const reasons = [...(out.get(one.form) ?? [])].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count);
			const due = reasons.reduce((all, { count }) => all + count, 0);
			const before = takenAs(one.form, 'remove');
			if (due > 0 || before.takenAt !== null)
				shown.push({ ...one, ...before, kind: 'remove', rows: due, goesAt: null, isThere: due > 0, due: due > 0, reasons });
		}
		shown.push({ ...file, ...takenAs('whole', 'creative'), form: 'whole', kind: 'creative', rows: 0, goesAt: null, isThere: true });
	}
	return shown;
};
