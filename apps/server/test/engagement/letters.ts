/** Letters as they arrived, and what stands in them; for tests of what happens afterwards. */
import type { Campaign } from '@luvalla/contract/engagement/campaigns.ts';
import { simpleParser } from 'mailparser';
import { expect } from 'vitest';
import { newId } from '../../src/kernel/clock.ts';
import { sql } from '../../src/kernel/storage/rows.ts';
import { createNames, timeOf } from '../../src/wings/engagement/runs/token.ts';
import type { TestApp } from '../app.ts';
import { ORIGIN } from '../app.ts';
import type { Scene } from './scene.ts';
import type { Sink, SunkMail } from './sink.ts';

/** What somebody reads with. */
export const READER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

export interface Letter {
	readonly email: string;
	readonly name: string;
	readonly html: string;
	readonly headers: ReadonlyMap<string, unknown>;
	/** Paths on our own origin. */
	readonly pixel: string | null;
	readonly links: readonly string[];
	readonly raw: string;
}

export const letterOf = async (mail: SunkMail): Promise<Letter> => {
	const parsed = await simpleParser(mail.raw);
	const html = String(parsed.html || '')
		.replaceAll('&amp;', '&')
		.replaceAll('&#38;', '&');
	const own = [...html.matchAll(/(?:href|src)="([^"]+)"|(http[^\s<"]+\/t\/[^\s<"]+)/g)]
		.map(([, quoted, bare]) => quoted ?? bare ?? '')
		.filter((url) => url.startsWith(`${ORIGIN}/`))
		.map((url) => url.slice(ORIGIN.length));
	return {
		email: mail.to,
		name: /\/u\/([a-z2-7]{56})/.exec(`${mail.raw.replace(/\r\n[ \t]/g, '')}${html}${parsed.text ?? ''}`)?.[1] ?? '',
		html,
		headers: parsed.headers,
		pixel: own.find((path) => path.startsWith('/t/o/')) ?? null,
		links: own.filter((path) => /^\/t\/[cl]\//.test(path)),
		raw: mail.raw,
	};
};

const ofDuty = async (
	scene: Scene,
	{ audience, constellation }: { audience: string; constellation: string },
	reason: string,
): Promise<Campaign> => {
	const made = await scene.fine<Campaign>(
		scene.ask('POST', '/api/manage/Campaign', {
			title: `Duty ${newId()}`,
			constellation: [{ constellationIdFK: constellation, channel: 0 }],
			audienceIdFK: audience,
			isTransactional: true,
		}),
	);
	return scene.fine<Campaign>(scene.ask('POST', `/api/manage/Campaign/${made.id}/publish`, { reason }));
};

/** Sends a campaign and answers its letters by address. They were handed over an hour ago. */
export const sendLetters = async (
	t: TestApp,
	scene: Scene,
	sink: Sink,
	given: { emails: readonly string[]; constellation?: string /** Of one that needs nobody's yes. */; reason?: string } & Record<
		string,
		unknown
	>,
) => {
	const { emails, constellation, reason, ...over } = given;
	const audience = await scene.audience([await scene.segment(emails)]);
	const wanted = { audience, constellation: constellation ?? (await scene.published()), ...over };
	const campaign = reason === undefined ? await scene.campaign(wanted) : await ofDuty(scene, wanted, reason);
	const before = sink.mails.length;
	await scene.execute(campaign.id);
	const done = await scene.until(campaign.id, ['done', 'failed', 'paused']);
	expect(done.run).toMatchObject({ state: 'done' });
	const letters = new Map((await Promise.all(sink.mails.slice(before).map(letterOf))).map((one) => [one.email, one]));
	const { customerId } = scene.tenant;
	const runId: string = createNames(t.server.kernel.secrets).keyOf([...letters.values()][0]?.name ?? '')?.runId ?? '';
	await scene.tenantTx((tx) =>
		tx.run(
			sql`update delivery set settled_at = ${new Date(Date.now() - 3_600_000)} where customer_id = ${customerId} and at = ${timeOf(runId)} and run_id = ${runId}`,
		),
	);
	return {
		campaign,
		runId,
		letter: (email: string): Letter => {
			const found = letters.get(email);
			if (!found) throw new Error(`No letter to ${email}.`);
			return found;
		},
	};
};

/** A request of somebody who reads, or of what the headers say. */
export const visit = (
	t: TestApp,
	url: string,
	headers: Record<string, string> = {},
	method: 'GET' | 'HEAD' = 'GET',
	remoteAddress = '198.51.100.7',
) => t.app.inject({ method, url, remoteAddress, headers: { 'user-agent': READER, ...headers } });

/** An event of somebody as a server tells of it: its id bears the millisecond in which it happened. */
export const happening = (email: string, type: string) => {
	const id = newId();
	const at = new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
	return { id, at: at.toISOString(), person: { email }, type };
};

/** Somebody presses a button of a letter's page. */
export const pressOn =
	(t: TestApp) =>
	(url: string, body: string, type = 'application/x-www-form-urlencoded') =>
		t.app.inject({ method: 'POST', url, remoteAddress: '198.51.100.9', headers: { 'content-type': type }, payload: body });
