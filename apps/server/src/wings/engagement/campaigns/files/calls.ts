/** Files that a run's messages are: which there are, who took them, and taking one. */

import * as contract from '@luvalla/contract/engagement/campaign-files.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import { demandOwnSite } from '#kernel/http/own-site.ts';
import { channelCode } from '../../send/lease.ts';
import { formsOf } from '../../send/lists.ts';
import { runOf, seen } from '../run-calls.ts';
import { takeToAdd, takeToRemove } from './lists.ts';
import { demandAllSeen, refuseFile } from './refuse.ts';
import { shownOf } from './shown.ts';
import { filedLanes } from './store.ts';
import { takeCreative, takeLeaves, takeStored } from './stored.ts';
import type { FileParts, Taking } from './taking.ts';
export const campaignFileRoutes = (kernel: FileParts): Route[] => {
	const { storage } = kernel;
	return [
		handle(contract.campaignFiles, async ({ params, query, scope }) => {
			const { customerId } = scope;
			const run = await storage.inReport(customerId, async (tx) => runOf(tx, customerId, await seen(tx, scope, params.id), query.run));
			return shownOf(kernel, scope, run);
		}),
		handle(contract.campaignFile, async ({ asker, language, params, query, request, scope }) => {
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
			const taking: Taking = { asker, language, campaign, ...lane, form: word, kind };
			const forms = formsOf(lane.work);
			if (kind === 'creative' && word === 'whole' && forms.length > 0) return takeCreative(kernel, taking);
			if ((kind === 'add' || kind === 'addresses') && word === 'whole' && forms.length === 0) return takeStored(kernel, taking);
			if (kind === 'remove' && word === 'whole' && forms.length === 0) return takeLeaves(kernel, taking);
			const form = forms.find((one) => one.word === word);
			if (!form || kind === 'creative' || kind === 'addresses') throw refuseFile('file_gone');
			return kind === 'add' ? takeToAdd(kernel, taking, form) : takeToRemove(kernel, taking, form);
		}),
	];
};
