/** What tests of sign-up forms stand on: a customer with a purpose in both languages, a mail server of their own, and a form. */
import { createHash } from 'node:crypto';
import { type FormConfig, type SignupForm, WORK_BITS } from '@luvalla/contract/consent/forms.ts';
import { simpleParser } from 'mailparser';
import { expect } from 'vitest';
import { newId } from '../src/kernel/clock.ts';
import { int, row, sql } from '../src/kernel/storage/rows.ts';
import { ORIGIN, type TestApp } from './app.ts';
import { campaignScene } from './engagement/scene.ts';
import type { Sink } from './engagement/sink.ts';

export const WORDING = {
	en: { name: 'Marketing email', about: 'With your permission we send the club letter to your email, about twice a month.' },
	fi: { name: 'Markkinointikirjeet', about: 'Luvallasi lähetämme kerhokirjeen sähköpostiisi noin kahdesti kuussa.' },
};

export const CONFIG: Omit<FormConfig, 'purposeId'> = {
	languages: ['en', 'fi'],
	fields: [{ key: 'firstName', required: false, label: {} }],
	look: { background: '#fdfaf5', text: '#16201e', button: '#2b4a3f', buttonText: '#ffffff', beside: true },
	texts: {
		en: { brand: 'klubi', title: 'Good things', text: 'Twice a month.', button: 'Join the club', subject: 'Was this you?', letter: '' },
		fi: { brand: 'klubi', title: 'Hyvää', text: 'Kahdesti kuussa.', button: 'Liity kerhoon', subject: 'Olitko se sinä?', letter: '' },
	},
	confirm: true,
	limits: { letterDays: 7, lettersPerHour: 200, lettersPerNetwork: 50 },
	after: { asked: '', confirmed: '' },
};

/** The number that makes the hash begin with zeros, as form.js finds it. */
export const workFor = (token: string, email: string): number => {
	for (let n = 0; ; n++)
		if (createHash('sha256').update(`${token}.${email}.${n}`).digest().readUInt32BE() >>> (32 - WORK_BITS) === 0) return n;
};

let senders = 0;

export const signupStage = async (t: TestApp, sink: Sink | null, over: Partial<FormConfig> = {}, publish = true) => {
	const scene = await campaignScene(t);
	const { tenant } = scene;
	const { customerId, domainId, host } = tenant;
	const purpose = await scene.addPurpose({ name: `Marketing ${newId()}`, wording: WORDING, channels: ['email'] });
	if (sink) {
		await scene.smtp(sink.port);
		const sender = await scene.fine<{ id: string }>(
			scene.ask('POST', '/api/manage/sender', { domainId, name: 'Aalto klubi', address: `klubi@${host}`, postal: 'Kauppakatu 1, Turku' }),
		);
		const right = { ok: true, finding: 'right', seen: '' };
		const checked = JSON.stringify({ spf: right, dkim: right, dmarc: right, alignment: right });
		await scene.tenantTx((tx) =>
			tx.run(sql`update sender set checked = ${checked} where customer_id = ${customerId} and sender_id = ${sender.id}`),
		);
	}
	const config = { ...CONFIG, purposeId: purpose, ...over };
	const form = await scene.fine<SignupForm>(scene.ask('POST', '/api/manage/signupform', { title: 'Join the club', config }));
	if (publish) await scene.fine(scene.ask('POST', `/api/manage/signupform/${form.id}/publish`));

	// A network of its own, so that no other test's posts count.
	senders += 1;
	const remoteAddress = `10.77.${senders % 250}.${1 + (senders % 200)}`;
	const origin = `https://${host}`;
	const inject = (
		method: 'GET' | 'POST',
		url: string,
		given: { payload?: string | object; headers?: Record<string, string>; ip?: string } = {},
	) =>
		t.app.inject({
			method,
			url,
			remoteAddress: given.ip ?? remoteAddress,
			headers: given.headers ?? {},
			...(given.payload !== undefined && { payload: given.payload }),
		});
	const shown = async (lang = 'en') => (await inject('GET', `/edge/v1/forms/${form.id}?lang=${lang}`)).json().data;
	/** As form.js posts it. */
	const post = async (email: string, more: Record<string, unknown> = {}, ip?: string) => {
		const { token } = await shown();
		const payload = {
			form: form.id,
			language: 'en',
			email,
			yes: true,
			fields: {},
			token,
			work: workFor(token, email),
			website: '',
			...more,
		};
		return inject('POST', '/edge/v1/forms', { payload, headers: { origin }, ...(ip && { ip }) });
	};
	const plain = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
		inject('POST', `/signup/${form.id}`, {
			payload: new URLSearchParams(fields).toString(),
			headers: { 'content-type': 'application/x-www-form-urlencoded', origin, ...headers },
		});
	/** Letters that came to an address, as they are read. */
	const letters = async (to: string) =>
		Promise.all(
			(sink?.mails ?? []).filter((one) => one.to === to).map(async (one) => ({ ...(await simpleParser(one.raw)), raw: one.raw })),
		);
	const letterTo = async (to: string) => {
		await expect.poll(async () => (await letters(to)).length).toBe(1);
		const [letter] = await letters(to);
		if (!letter) throw new Error('no letter');
		return letter;
	};
	const linkIn = (text: string | undefined): string => {
		const link = /http\S+\/signup\/c\/[\w-]+/.exec(text ?? '')?.[0];
		if (!link?.startsWith(ORIGIN)) throw new Error(`no link in ${text}`);
		return link.slice(ORIGIN.length);
	};
	const press = (path: string, act = 'confirm') =>
		inject('POST', path, { payload: `do=${act}`, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
	const counts = () =>
		scene.fine<{
			asked: number;
			confirmed: number;
			waiting: number;
			lapsed: number;
			keptOut: Record<string, number>;
			published: { recordId: string | null } | null;
		}>(scene.ask('GET', `/api/manage/signupform/${form.id}/counts`));
	const count = async (what: ReturnType<typeof sql>): Promise<number> =>
		(await scene.tenantTx((tx) => tx.first(row({ n: int }), sql`select count(*)::int as n from ${what}`)))?.n ?? -1;
	return {
		...scene,
		customerId,
		domainId,
		host,
		purposeId: purpose,
		form,
		config,
		inject,
		shown,
		post,
		plain,
		letters,
		letterTo,
		linkIn,
		press,
		counts,
		count,
		origin,
	};
};
