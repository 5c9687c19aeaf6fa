/**
 * What a server of text messages says to us: what became of a message, and what people answer. Each request is signed with the token of the
 * connector that it is about; whoever has no token changes nothing.
 */
import { repliesPath } from '@luvalla/contract/profiles/text-replies.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createBuckets } from '#kernel/access/buckets.ts';
import { refuse } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { normalPhone } from '../../../people/wing.ts';
import { openSecrets, readConnector } from '../../../profiles/wing.ts';
import { readCampaignRun } from '../../runs/runs.ts';
import { createNames } from '../../runs/token.ts';
import { identifierAddress } from '../addresses.ts';
import { keepReported } from '../reported.ts';
import { stopTexts } from './stop.ts';
import { saysStop, wordsIn } from './stop-words.ts';
import { isSigned, LEFT, reportedOf } from './twilio.ts';

const MOST_BYTES = 20_000;
/** Of one message, or of one number that answers, in an hour. */
const OF_ONE = 60;
const REPLIES = /^([0-9a-z]{1,7})-([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;
/** Nothing is answered to whoever wrote: their carrier's own word is enough. */
const SILENT = '<?xml version="1.0" encoding="UTF-8"?><Response/>';

const TO = { address: identifierAddress('phone') };

/** Where the server says what became of a message. */
export const statusPath = (deliveryId: string): string => `/m/sms/${deliveryId}/status`;

export const hearOfTexts = (app: FastifyInstance, kernel: Kernel): void => {
	const { storage, secrets, settings } = kernel;
	const names = createNames(secrets);
	const often = createBuckets(OF_ONE, undefined, 3600);

	/** What was sent, where the connector signed it. @throws Refused 404 where there is none, or it is not signed */
	const heard = async (request: FastifyRequest, customerId: number, connectorId: string) => {
		const connector = await storage.inTenant(customerId, (tx) => readConnector(tx, customerId, connectorId));
		const fields = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
		const token = connector?.type === 'sms-http' ? openSecrets(secrets, connector.connector_id, connector.secrets).token : undefined;
		const signature = request.headers['x-twilio-signature'];
		// Nobody learns which connectors there are.
		if (!connector || !token || typeof signature !== 'string' || !isSigned(token, `${settings.publicUrl}${request.url}`, fields, signature))
			throw refuse('not_found');
		return { connector, fields };
	};

	app.register(async (scope) => {
		scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: MOST_BYTES }, (_request, body, done) =>
			done(null, body),
		);

		scope.post<{ Params: { name: string } }>('/m/sms/:name/status', async (request, reply): Promise<FastifyReply> => {
			const name = request.params.name.toLowerCase();
			const key = names.keyOf(name);
			if (key?.channel !== 'sms') throw refuse('not_found');
			const run = await storage.inTenant(key.customerId, (tx) => readCampaignRun(tx, key.customerId, key.runId));
			const connectorId = run?.plan.lanes.find(({ channel }) => channel === 'sms')?.connectorId;
			if (!connectorId) throw refuse('not_found');
			const { fields } = await heard(request, key.customerId, connectorId);
			const reported = reportedOf(fields);
			if (!reported || often.take(name, 1) > 0) return reply.status(204).send();
			await storage.inTurn(key.customerId, async (tx) => {
				await keepReported(tx, kernel, TO, key, reported);
				const to = fields.get('To');
				if (reported.code === LEFT && to) await stopTexts(tx, kernel, key.customerId, to, String(LEFT));
			});
			return reply.status(204).send();
		});

		scope.post<{ Params: { of: string } }>('/m/sms/:of/replies', async (request, reply): Promise<FastifyReply> => {
			const [, customer = '', connectorId = ''] = REPLIES.exec(request.params.of.toLowerCase()) ?? [];
			const customerId = Number.parseInt(customer, 36);
			if (!(customerId > 0 && customerId < 2 ** 31) || request.url !== repliesPath(customerId, connectorId)) throw refuse('not_found');
			const { connector, fields } = await heard(request, customerId, connectorId);
			const phone = normalPhone(fields.get('From') ?? '');
			const said = fields.get('Body') ?? '';
			const further = wordsIn(typeof connector.config.stopWords === 'string' ? connector.config.stopWords : '');
			// What the server itself took for a no is one.
			const stops = fields.get('OptOutType') === 'STOP' || saysStop(said, further);
			if (phone !== null && stops && often.take(`${customerId} ${phone}`, 1) === 0)
				await storage.inTurn(customerId, (tx) => stopTexts(tx, kernel, customerId, phone, said));
			return reply.header('content-type', 'text/xml; charset=utf-8').send(SILENT);
		});
	});
};
