/** A person's page tells what they were sent: what arrived, what left them out, what they did, on the domains of whoever looks. */
import type { AnswerOf } from '@luvalla/contract/call.ts';
import type { personMessages } from '@luvalla/contract/engagement/person-messages.ts';
import { expect, test } from 'vitest';
import { mergePersons } from '../../src/wings/people/wing.ts';
import { type Person, startApp } from '../app.ts';
import { sendLetters } from './letters.ts';
import { campaignScene } from './scene.ts';
import { startSink } from './sink.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });
const sink = await startSink();

test('Messages to a person, by whoever may see them', async () => {
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const [email = '', refuses = ''] = scene.emails(2);
	await scene.say([email], true);
	await scene.say([refuses], false);
	const { campaign, letter } = await sendLetters(t, scene, sink, { emails: [email, refuses], options: { purposes: [scene.purpose] } });
	const { customerId, domainId } = scene.tenant;
	const idOf = async (address: string) => (await scene.person({ email: address })).luvallaId;
	const read = async (who: Person, person: string, headers: Record<string, string> = {}) => {
		const answer = await t.send(who, 'GET', `/api/manage/domain/person/${person}/messages`, {
			headers: { customer_key: String(customerId), ...headers },
		});
		return { status: answer.status, data: answer.json().data as AnswerOf<typeof personMessages> };
	};
	const [person, other] = [await idOf(email), await idOf(refuses)];
	expect((await read(scene.owner, person)).data).toMatchObject({
		more: false,
		messages: [{ campaignId: campaign.id, campaign: campaign.title, state: 'accepted', reason: null, channel: 0, leftAt: null }],
	});
	expect((await read(scene.owner, other)).data.messages).toMatchObject([{ state: 'skipped', reason: 'said_no', recordId: null }]);
	await t.app.inject({
		method: 'POST',
		url: `/u/${letter(email).name}`,
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		payload: 'do=topic',
	});
	expect((await read(scene.owner, person)).data.messages[0]?.leftAt).not.toBeNull();

	// A domain's own admin: theirs of their domain, and of another domain nobody.
	const own = await t.person(['DOMAIN_ADMIN'], { domainsOf: [scene.tenant] });
	expect((await read(own, person, { domain_key: domainId })).data.messages).toHaveLength(1);
	const stranger = await t.tenant();
	expect((await read(await t.person([], { adminOf: [stranger] }), person, { customer_key: String(stranger.customerId) })).status).toBe(404);
	// Two who turned out to be one have both their messages.
	await scene.tenantTx((tx) => mergePersons(tx, t.server.kernel.hooks, customerId, { gone: other, kept: person }, 'user:test'));
	expect((await read(scene.owner, person)).data.messages).toHaveLength(2);
});
