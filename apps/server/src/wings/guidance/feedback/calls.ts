/** The calls of feedback: sending it, which mails support, and the platform admin's list. */
import * as contract from '@luvalla/contract/guidance/feedback.ts';
import { recordPlatformActivity } from '#kernel/access/activity.ts';
import { newId } from '#kernel/clock.ts';
import { type FileColumn, listFile } from '#kernel/http/csv-file.ts';
import { invalidFields, refuse } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { queueMail } from '#kernel/outbound/mail.ts';
import { pageOf, readPage, walk } from '#kernel/storage/lists.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { feedbackMail } from './mails.ts';
import { FEEDBACK, type FeedbackRow, insertFeedback, narrowed, readOne, setAnswered } from './store.ts';

const statusOf = ({ answered_at: at }: FeedbackRow): contract.FeedbackStatus => (at === null ? 'open' : 'answered');

const shown = (row: FeedbackRow): contract.Feedback => ({
	id: row.id,
	at: row.created_at.toISOString(),
	who: row.who,
	page: row.page,
	message: row.message,
	status: statusOf(row),
	answeredAt: row.answered_at?.toISOString() ?? null,
	answeredBy: row.answerer,
});

const STATUSES = { open: { en: 'Open', fi: 'Avoin' }, answered: { en: 'Answered', fi: 'Vastattu' } } as const;

const FILE: readonly FileColumn<FeedbackRow>[] = [
	{ en: 'When', fi: 'Milloin', of: (row) => row.created_at.toISOString() },
	{ en: 'Who', fi: 'Kuka', of: (row) => row.who },
	{ en: 'Page', fi: 'Sivu', of: (row) => row.page },
	{ en: 'Message', fi: 'Viesti', of: (row) => row.message },
	{ en: 'Status', fi: 'Tila', of: (row, language) => STATUSES[statusOf(row)][language] },
	{ en: 'Answered', fi: 'Vastattu', of: (row) => row.answered_at?.toISOString() ?? null },
	{ en: 'Answered by', fi: 'Vastaaja', of: (row) => row.answerer },
];

const existing = async (tx: Tx, id: string): Promise<FeedbackRow> => {
	const row = await readOne(tx, id);
	if (!row) throw refuse('not_found');
	return row;
};

export const feedbackRoutes = ({ storage, jobs, settings }: Kernel): Route[] => [
	handle(contract.sendFeedback, async ({ asker, query, language }) => {
		const message = query.message.trim();
		if (message === '') throw invalidFields([{ message: 'Enter a value', path: ['message'] }], 'not_usable');
		const [id, page] = [newId(), query.page ?? null];
		const link = `${settings.publicUrl}/portalActivity/feedback?id=${id}`;
		await storage.inPlatform(async (tx) => {
			await insertFeedback(tx, { id, userId: asker.userId, page, message });
			const mail = feedbackMail(language, asker.email, page, message, link);
			await queueMail(tx, jobs, { ...mail, to: settings.supportAddress, replyTo: asker.email });
		});
		return { id };
	}),
	handle(contract.feedback, async ({ query }) => {
		const { rows, counted } = await readPage(storage.acrossInReport, FEEDBACK, narrowed({ ...query, ...query.filter }), query);
		return { data: rows.map(shown), page: pageOf(counted, query) };
	}),
	handle(contract.feedbackFile, async ({ query, language }) =>
		listFile(
			'feedback',
			language,
			FILE,
			walk((work) => work(storage.acrossInReport), FEEDBACK, narrowed({ ...query, ...query.filter }), query.sort),
		),
	),
	handle(contract.readFeedback, ({ params }) => storage.inPlatform(async (tx) => shown(await existing(tx, params.id)))),
	handle(contract.markFeedback, ({ asker, params, body }) =>
		storage.inPlatform(async (tx) => {
			const before = await existing(tx, params.id);
			if (await setAnswered(tx, params.id, body.status, asker.actorId ?? asker.userId))
				await recordPlatformActivity(tx, asker, {
					action: 'changed',
					thing: 'feedback',
					thingId: params.id,
					before: { status: statusOf(before) },
					after: { status: body.status },
				});
			return shown(await existing(tx, params.id));
		}),
	),
];
