/** Kinds that speak HTTP or need no connection at all: webhooks, SMS, FCM, web push. */
import { createECDH, createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import { Webhook } from 'standardwebhooks';
import * as z from 'zod';
import { newId, now } from '#kernel/clock.ts';
import { type Answered, type Outgoing, sendHttp } from '#kernel/outbound/http.ts';
import { ANSWER_MS, asFailed, ConnectorFailed } from '../problems.ts';
import { type Delivery, type Link, type Peer, text } from './peer.ts';

const MOST_BYTES = 64 * 1024;

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

/** @throws ConnectorFailed */
const ask = async ({ guard, signal }: Link, url: string, outgoing: Omit<Outgoing, 'guard'>): Promise<Answered> => {
	try {
		return await sendHttp(url, { guard, signal, timeoutMs: ANSWER_MS, mostBytes: MOST_BYTES, ...outgoing });
	} catch (error) {
		throw asFailed(error);
	}
};

const demandFine = ({ status }: Answered): void => {
	if (status === 401 || status === 403) throw new ConnectorFailed('connector_sign_in');
	if (status < 200 || status > 299) throw new ConnectorFailed('connector_http', status);
};

/** Signed as Standard Webhooks say. */
const post = async (link: Link, id: string, content: object): Promise<void> => {
	const at = now();
	const body = JSON.stringify(content);
	let signature: string;
	try {
		signature = new Webhook(link.kept.secret ?? '').sign(id, at, body);
	} catch {
		throw new ConnectorFailed('connector_key', 'whsec_…');
	}
	const headers = {
		'content-type': 'application/json',
		'webhook-id': id,
		'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
		'webhook-signature': signature,
	};
	demandFine(await ask(link, text(link.config, 'url'), { method: 'POST', headers, body }));
};

const changesOf = (link: Link, { runId, number, audience, added, removed }: Delivery) => ({
	type: 'audience.changed',
	timestamp: now().toISOString(),
	data: {
		connectorId: link.connectorId,
		audience,
		runId,
		number,
		added: added.map(({ key, values }) => ({ id: key, ...values })),
		removed: removed.map((id) => ({ id })),
	},
});

export const webhook: Peer = {
	async test(link) {
		await post(link, newId(), { type: 'connector.tested', timestamp: now().toISOString(), data: { connectorId: link.connectorId } });
		return { message: { en: 'A signed test was taken.', fi: 'Allekirjoitettu testi otettiin vastaan.' } };
	},
	open: async (link) => ({ deliver: (delivery) => post(link, delivery.id, changesOf(link, delivery)), close: () => undefined }),
	where: (config) => hostOf(text(config, 'url')),
};

export const smsHttp: Peer = {
	async test(link) {
		const account = text(link.config, 'account');
		const url = `${text(link.config, 'url').replace(/\/+$/, '')}/2010-04-01/Accounts/${encodeURIComponent(account)}.json`;
		const authorization = `Basic ${Buffer.from(`${account}:${link.kept.token ?? ''}`).toString('base64')}`;
		const answer = await ask(link, url, { headers: { authorization, accept: 'application/json' } });
		demandFine(answer);
		const { data } = Account.safeParse(jsonOf(answer));
		if (data?.sid !== account) throw new ConnectorFailed('connector_answer', 'sid');
		return { message: { en: `The account answers: ${data.status}.`, fi: `Tili vastaa: ${data.status}.` } };
	},
	where: (config) => hostOf(text(config, 'url')),
};
const Account = z.object({ sid: z.string(), status: z.string().max(40).default('active') });

const jsonOf = ({ body }: Answered): unknown => {
	try {
		return JSON.parse(body.toString('utf8'));
	} catch {
		throw new ConnectorFailed('connector_answer', 'JSON');
	}
};

const Granted = z.object({ access_token: z.string().min(1) });
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';

export const fcm: Peer = {
	async test(link) {
		const [email, tokenUri] = [text(link.config, 'clientEmail'), text(link.config, 'tokenUri')];
		let assertion: string;
		try {
			assertion = await new SignJWT({ scope: SCOPE })
				.setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
				.setIssuer(email)
				.setSubject(email)
				.setAudience(tokenUri)
				.setIssuedAt()
				.setExpirationTime('5m')
				// Pasted out of the JSON of a service account, line ends are two signs each.
				.sign(createPrivateKey((link.kept.privateKey ?? '').replaceAll('\\n', '\n')));
		} catch {
			throw new ConnectorFailed('connector_key', 'PKCS #8, RSA');
		}
		const answer = await ask(link, tokenUri, {
			method: 'POST',
			headers: { 'content-type': 'application/x-www-form-urlencoded' },
			body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }).toString(),
		});
		// What is wrong with a key is 400 invalid_grant there.
		if (answer.status === 400) throw new ConnectorFailed('connector_sign_in');
		demandFine(answer);
		if (!Granted.safeParse(jsonOf(answer)).success) throw new ConnectorFailed('connector_answer', 'access_token');
		return { message: { en: 'The service account was given a token.', fi: 'Palvelutili sai avaimen.' } };
	},
	where: (config) => text(config, 'projectId'),
};

export const webPush: Peer = {
	async test({ config, kept }) {
		const pair = createECDH('prime256v1');
		let publicKey: string;
		try {
			pair.setPrivateKey(Buffer.from(kept.privateKey ?? '', 'base64url'));
			publicKey = pair.getPublicKey('base64url', 'uncompressed');
		} catch {
			throw new ConnectorFailed('connector_key', 'P-256');
		}
		if (publicKey !== text(config, 'publicKey').replace(/=+$/, ''))
			throw new ConnectorFailed('connector_key', 'the public key is not the private one’s');
		return { message: { en: 'The two keys belong together.', fi: 'Avaimet kuuluvat yhteen.' } };
	},
	where: (config) => text(config, 'subject'),
};
