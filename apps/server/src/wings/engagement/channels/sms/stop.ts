/**
 * Somebody answered a text message with STOP. It came to a number that any domain of the customer may write from, so it is a no to text
 * messages wherever they would reach this number: in the ledger, to every purpose that permits them.
 */

import { CHANNELS } from '@luvalla/contract/channels.ts';
import { DUTIES } from '@luvalla/contract/consent/purposes.ts';
import { cut } from '@luvalla/contract/well-formed.ts';
import { newId, now } from '#kernel/clock.ts';
import { int4s, texts } from '#kernel/storage/arrays.ts';
import { int, row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { readPurposeFacts, takeAnswers } from '../../../consent/wing.ts';
import { lockPeople, membersOf, rememberObjections } from '../../../people/wing.ts';
import { numbersBy } from '../../../profiles/wing.ts';
import { type LeavingParts, leaveChannel } from '../../leaving/leave.ts';
import { readLetter } from '../../leaving/letter.ts';
import { identifierAddress } from '../addresses.ts';

const SMS = CHANNELS.indexOf('sms');
const SentRow = row({ run_id: uuid, entry: int, domain_id: uuid });
const PermittingRow = row({ domain_id: uuid, purpose_id: uuid });

const MOST_SAID = 40;

const permitting = (customerId: number) =>
	sql`p.customer_id = ${customerId} and 'sms' = any(p.channels) and p.basis <> all(${texts(DUTIES)}::text[])`;

/** A number that nobody is known by, of somebody who was erased: should a file bring them and their yes from before, they have said no. */
const rememberStop = async (tx: Tx, { secrets }: LeavingParts, customerId: number, phone: string): Promise<void> => {
	const purposes = await tx.rows(PermittingRow, sql`select p.domain_id, p.purpose_id from purpose p where ${permitting(customerId)}`);
	const noes = purposes.map(({ purpose_id: purposeId }) => ({ identifier: { kind: 'phone' as const, value: phone }, purposeId }));
	await rememberObjections(tx, secrets, customerId, noes, { erasure: newId(), until: now() });
};

/** Call it under the customer's turn. @param phone E.164 @param word what they wrote */
export const stopTexts = async (tx: Tx, parts: LeavingParts, customerId: number, phone: string, word: string): Promise<void> => {
	await lockPeople(tx, customerId);
	const owner = (await identifierAddress('phone').owners(tx, customerId, [phone])).get(phone);
	if (!owner) return rememberStop(tx, parts, customerId, phone);
	const { members, kept } = await membersOf(tx, customerId, owner.person);
	const asked = `: ${cut(word.replace(/[\s\p{Cc}]+/gu, ' ').trim(), MOST_SAID)}`;
	const numbers = [...(await numbersBy(tx, customerId, members)).values()];
	/** Of each domain the text that came last: that is the one which is answered. */
	const sent = await tx.rows(
		SentRow,
		sql`select distinct on (r.domain_id) d.run_id, d.entry, r.domain_id from delivery d
		join campaign_run r on r.customer_id = ${customerId} and r.run_id = d.run_id and r.kind = 'real'
		where d.customer_id = ${customerId} and d.number = any(${int4s(numbers)}::int[]) and d.channel = ${SMS} and d.address = ${phone}
			and d.state in ('accepted', 'unknown') and d.settled_at is not null
		order by r.domain_id, d.settled_at desc`,
	);
	for (const { run_id: runId, entry } of sent) {
		const letter = await readLetter(tx, { customerId, runId, channel: 'sms', entry });
		if (letter?.reader) await leaveChannel(tx, parts, letter, letter.reader, asked);
	}
	const more = await tx.rows(
		PermittingRow,
		sql`select p.domain_id, p.purpose_id from purpose p
		left join consent_state s on s.customer_id = ${customerId} and s.purpose_id = p.purpose_id and s.person = ${kept}
		where ${permitting(customerId)} and (s.value or (s.value is null and p.basis <> 'consent'))`,
	);
	if (more.length === 0) return;
	const facts = await readPurposeFacts(tx, customerId, [...new Set(more.map(({ domain_id: domainId }) => domainId))]);
	const at = now().toISOString();
	const taken = await takeAnswers(
		tx,
		parts,
		customerId,
		more.map(({ purpose_id: purpose }) => ({ purpose, value: false, person: { phone }, at, source: `SMS${asked}` })),
		facts,
		{ how: 'unsubscribe' },
	);
	const refused = taken.find(({ outcome }) => outcome === 'refused');
	if (refused) throw new Error(`A STOP was refused: ${refused.code}`);
};
