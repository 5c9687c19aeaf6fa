/** The sender calls: added with a key of their own, changed, looked up in the DNS, deleted. */
import * as contract from '@luvalla/contract/engagement/senders.ts';
import { recorderOf } from '#kernel/access/activity.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { newId } from '#kernel/clock.ts';
import { type Language, refusals, refuse } from '#kernel/http/errors.ts';
import { handle, handleIn, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { domainFor, ownDomainsOf } from '../scope.ts';
import { keyName, keyText, lookUp } from './dns.ts';
import { isReady, shownChecks } from './sentences.ts';
import {
	addressTaken,
	deleteSender,
	holdSender,
	insertSender,
	isSending,
	isUsed,
	lookedOf,
	makeKey,
	noteChecked,
	readSenders,
	type SenderRow,
	updateSender,
	type Written,
} from './store.ts';

const refuseSender = refusals({
	sender_known: [
		409,
		'This domain has a sender with this address already.',
		'Verkkotunnuksella on jo lähettäjä tällä osoitteella.',
		'address',
	],
	sender_used: [
		409,
		'A campaign that has not ended writes as this sender. Choose another sender in it first.',
		'Päättymätön kampanja käyttää tätä lähettäjää. Vaihda ensin siihen toinen lähettäjä.',
	],
	sender_sending: [
		409,
		'A campaign writes as this sender now, or waits to. Change its address when that has ended.',
		'Kampanja lähettää tai odottaa lähettämistä tällä lähettäjällä. Vaihda osoite, kun se on päättynyt.',
	],
});

const shown = (row: SenderRow, language: Language): contract.Sender => {
	const looked = lookedOf(row);
	return {
		id: row.sender_id,
		domainId: row.domain_id,
		domain: row.host,
		name: row.name,
		address: row.address,
		replyTo: row.reply_to,
		postal: row.postal,
		dkim: { name: keyName(looked), text: keyText(looked.publicKey) },
		checks: row.checked && shownChecks(row.checked, looked, language),
		ready: isReady(row.checked),
		checkedAt: row.checked_at?.toISOString() ?? null,
		changedAt: row.changed_at.toISOString(),
	};
};

/** What the activity log says of one. */
const record = recorderOf('sender', ({ name, address, replyTo, postal }: Written) => ({ name, address, replyTo, postal }));
const writtenOf = (row: SenderRow): Written => ({ name: row.name, address: row.address, replyTo: row.reply_to, postal: row.postal });

/** @throws Refused 404 */
const seen = async (tx: Tx, scope: Scope, id: string): Promise<SenderRow> => {
	const [found] = await readSenders(tx, scope.customerId, ownDomainsOf(scope), id);
	if (!found) throw refuse('not_found');
	return found;
};

export const senderRoutes = ({ storage, secrets, settings }: Pick<Kernel, 'storage' | 'secrets' | 'settings'>): Route[] => {
	/** Looks at the DNS outside of any transaction, and keeps what was found. */
	const check = async (scope: Scope, id: string, language: Language): Promise<contract.Sender> => {
		const { customerId } = scope;
		const row = await storage.inTenant(customerId, (tx) => seen(tx, scope, id));
		const checked = await lookUp(settings, lookedOf(row));
		return storage.inTenant(customerId, async (tx) => {
			await noteChecked(tx, customerId, row, checked);
			return shown(await seen(tx, scope, id), language);
		});
	};

	return [
		handleIn(storage.inTenant, contract.senders, async (tx, { scope, language }) =>
			(await readSenders(tx, scope.customerId, ownDomainsOf(scope))).map((one) => shown(one, language)),
		),
		handle(contract.addSender, async ({ body, scope, asker, language }) => {
			const { customerId } = scope;
			const id = newId();
			const key = await makeKey(secrets, id);
			await storage.inTenant(customerId, async (tx) => {
				const domainId = await domainFor(tx, { ...scope, domainId: null }, body.domainId);
				const written: Written = {
					name: body.name,
					address: body.address.toLowerCase(),
					replyTo: body.replyTo || null,
					postal: body.postal,
				};
				if (await addressTaken(tx, customerId, domainId, written.address, null)) throw refuseSender('sender_known');
				await insertSender(tx, customerId, id, domainId, written, key);
				await record(tx, { asker, scope }, 'added', id, null, written);
			});
			return check(scope, id, language);
		}),
		handle(contract.changeSender, async ({ body, scope, asker, language }) => {
			const { customerId } = scope;
			const id = body.id.toLowerCase();
			await storage.inTenant(customerId, async (tx) => {
				const before = await seen(tx, scope, id);
				const domainId = body.domainId === undefined ? before.domain_id : await domainFor(tx, { ...scope, domainId: null }, body.domainId);
				if (domainId !== before.domain_id) {
					// A campaign would write as somebody who is not of its domain, and could not be saved any more.
					if (!(await holdSender(tx, customerId, id))) throw refuse('not_found');
					if (await isUsed(tx, customerId, id)) throw refuseSender('sender_used');
				}
				const written: Written = {
					name: body.name ?? before.name,
					address: body.address?.toLowerCase() ?? before.address,
					replyTo: body.replyTo === undefined ? before.reply_to : body.replyTo || null,
					postal: body.postal ?? before.postal,
				};
				if (await addressTaken(tx, customerId, domainId, written.address, id)) throw refuseSender('sender_known');
				// What a campaign writes as was checked when it was executed.
				if (written.address !== before.address && (await isSending(tx, customerId, id))) throw refuseSender('sender_sending');
				await updateSender(tx, customerId, before, domainId, written);
				await record(tx, { asker, scope }, 'changed', id, writtenOf(before), written);
			});
			return check(scope, id, language);
		}),
		handle(contract.checkSender, ({ params, scope, language }) => check(scope, params.id.toLowerCase(), language)),
		handleIn(storage.inTenant, contract.removeSender, async (tx, { query, scope, asker }) => {
			const { customerId } = scope;
			const before = await seen(tx, scope, query.id.toLowerCase());
			if (!(await holdSender(tx, customerId, before.sender_id))) throw refuse('not_found');
			if (await isUsed(tx, customerId, before.sender_id)) throw refuseSender('sender_used');
			await deleteSender(tx, customerId, before.sender_id);
			await record(tx, { asker, scope }, 'deleted', before.sender_id, writtenOf(before), null);
			return { id: before.sender_id };
		}),
	];
};
