/** Which files a run has, and which of them are due to be taken. */

import type * as contract from '@luvalla/contract/engagement/campaign-files.ts';
import { now } from '#kernel/clock.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { CampaignRunRow } from '../../runs/runs.ts';
import { channelCode } from '../../send/lease.ts';
import { countListed, formsOf, saidNoSince } from '../../send/lists.ts';
import { besideOf, fileOf } from '../../send/parts.ts';
import { goesAt } from './named.ts';
import { rowsOfTable } from './refuse.ts';
import { acceptedOf, filedLanes, namesOf, purposesOf, takenOf } from './store.ts';
export const shownOf = async (storage: Storage, customerId: number, run: CampaignRunRow): Promise<contract.CampaignFile[]> => {
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
