/** What a report changes: the letter's row, the address, the counts, and the ledger where somebody called it unwanted. */
import { CHANNELS } from '@luvalla/contract/channels.ts';
import { now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { said } from '#kernel/outbound/said.ts';
import { orNull, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { noteBounced } from '../../people/wing.ts';
import { newPart, Tally, writeCounts } from '../campaigns/counts.ts';
import { tellOfCampaigns } from '../campaigns/runs.ts';
import { complain, leaveTopic } from '../leaving/leave.ts';
import { readLetter } from '../leaving/letter.ts';
import { type DeliveryKey, timeOf } from '../tracking/token.ts';
import type { Report } from './read.ts';

const MarkedRow = row({ person: uuid, address: orNull(text) });

/** Of this letter alone. */
const these = ({ customerId, runId, channel, number }: DeliveryKey) =>
	sql`customer_id = ${customerId} and at = ${timeOf(runId)} and run_id = ${runId} and channel = ${CHANNELS.indexOf(channel)} and number = ${number}`;

/** Call it under the customer's turn. @param wants the reader left by mail */
export const keepReport = async (
	tx: Tx,
	parts: Pick<Kernel, 'hooks' | 'secrets'>,
	key: DeliveryKey,
	report: Report,
	wants: 'leave' | 'report',
): Promise<void> => {
	const { customerId, runId } = key;
	const letter = await readLetter(tx, key);
	if (!letter) return;
	if (wants === 'leave') {
		if (report.kind !== 'letter') return;
		if (letter.reader && !letter.plan.isTransactional) await leaveTopic(tx, parts, letter, letter.reader);
		return;
	}
	if (report.kind === 'letter' || report.kind === 'nothing') return;
	if (report.kind === 'soft') {
		await tx.run(sql`update delivery set said = ${said(report.said)} where ${these(key)} and customer_id = ${customerId}`);
		return;
	}
	const at = now();
	const marked = await tx.rows(
		MarkedRow,
		report.kind === 'hard'
			? sql`update delivery set bounced_at = ${at}, said = ${said(report.said)} where ${these(key)} and customer_id = ${customerId} and bounced_at is null returning person, address`
			: sql`update delivery set complained_at = ${at} where ${these(key)} and customer_id = ${customerId} and complained_at is null returning person, address`,
	);
	const [one] = marked;
	// Reported again: it was kept, and counts once.
	if (!one) return;
	const tally = new Tally();
	tally.add(report.kind === 'hard' ? 'bounced' : 'complained', '', at);
	await writeCounts(tx, customerId, runId, CHANNELS.indexOf(key.channel), newPart(), tally.all);
	if (report.kind === 'complaint' && letter.reader) await complain(tx, parts, letter, letter.reader);
	if (one.address !== null) {
		await noteBounced(tx, customerId, [{ email: one.address, at }], null);
		if (letter.reader) await parts.hooks.touched.tell(tx, { customerId, persons: [letter.reader.cluster.kept] });
	}
	await tellOfCampaigns(tx, customerId, letter.plan.domainId);
};
