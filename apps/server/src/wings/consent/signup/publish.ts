/** Publishing a form: its words are taken from its purpose, it is drawn in Chromium as visitors meet it, and all of it is kept for ever. */
import { createHash } from 'node:crypto';
import type { FormLanguage, ShownForm } from '@luvalla/contract/consent/forms.ts';
import type { Asker } from '#kernel/access/asker.ts';
import type { BrowserPool } from '#kernel/browsers/browsers.ts';
import { now } from '#kernel/clock.ts';
import { refusals, type Sentences } from '#kernel/http/errors.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { readCustomer } from '../../tenancy/wing.ts';
import { type PurposeFacts, readPurposeFacts } from '../answers/purposes.ts';
import { currentVersion, readBuilt } from '../configurations/builds.ts';
import { mayPublish } from '../configurations/publish.ts';
import { askingLetter } from './letter.ts';
import { shownIn } from './shown.ts';
import { type FormRow, insertPublication, nextVersion, type Shown } from './store.ts';

export const refuseSignup = refusals({
	form_known: [409, 'This domain has a form of this name.', 'Verkkotunnuksella on jo tämänniminen lomake.', 'title'],
	too_many_forms: [409, 'This customer has as many forms as there may be.', 'Asiakkaalla on jo enimmäismäärä lomakkeita.'],
	form_changed: [
		409,
		'The form was saved meanwhile. Look at it and publish it again.',
		'Lomake tallennettiin sillä välin. Tarkista se ja julkaise uudelleen.',
	],
	form_purpose: [
		422,
		'Choose a purpose of this domain that asks for consent.',
		'Valitse verkkotunnuksen käyttötarkoitus, johon kysytään suostumus.',
	],
	form_texts: [422, 'Write the texts of every language.', 'Kirjoita kaikkien kielten tekstit.'],
	form_unworded: [
		422,
		'The purpose has no words in every language of the form.',
		'Käyttötarkoituksella ei ole sanamuotoa kaikilla lomakkeen kielillä.',
	],
	form_domain: [422, 'Choose the domain that this is for.', 'Valitse verkkotunnus, jota varten tämä on.'],
});

/** The purpose that a form asks for. @throws Refused 422 form_purpose */
export const purposeFor = async (tx: Tx, customerId: number, domainId: string, id: string): Promise<PurposeFacts> => {
	const found = (await readPurposeFacts(tx, customerId, [domainId])).find((one) => one.id === id.toLowerCase());
	if (!found || found.necessary) throw refuseSignup('form_purpose');
	return found;
};

export interface Prepared {
	readonly form: FormRow;
	readonly purpose: PurposeFacts;
	readonly purposeVersion: number;
	readonly shown: Shown;
	/** The letters as they would leave, without their links. */
	readonly letters: Readonly<Partial<Record<FormLanguage, string>>>;
}

/** @throws Refused when the customer, the domain or what was written stand in the way */
export const prepareForm = async (tx: Tx, customerId: number, form: FormRow): Promise<Prepared> => {
	await mayPublish(tx, customerId, form.domain_id);
	const { config } = form;
	const purpose = await purposeFor(tx, customerId, form.domain_id, config.purposeId);
	const untold = config.languages.filter((one) => config.texts[one] === undefined);
	if (untold.length > 0) throw refuseSignup('form_texts', Object.fromEntries(untold.map((one) => [`texts.${one}`, WRITE])));
	const newest = purpose.versions.at(-1);
	const unworded = config.languages.filter((one) => newest?.wording[one] === undefined);
	if (!newest || unworded.length > 0)
		throw refuseSignup('form_unworded', Object.fromEntries(unworded.map((one) => [`texts.${one}`, WORD])));
	const customer = await readCustomer(tx, customerId);
	const shown = Object.fromEntries(config.languages.map((one) => [one, shownIn(form.form_id, config, purpose, one)] as const));
	const letters = Object.fromEntries(
		config.languages.map((language) => {
			const texts = config.texts[language] ?? { subject: '', letter: '' };
			const wording = newest.wording[language] ?? { name: '', about: '' };
			const facts = { language, host: form.host, customer: customer?.name ?? '', postal: customer?.address ?? '' };
			const { subject, text } = askingLetter({ ...facts, texts, wording, link: '…' });
			return [language, `${subject}\n\n${text}`] as const;
		}),
	);
	return { form, purpose, purposeVersion: newest.version, shown, letters };
};

const WRITE: Sentences = { en: 'Write the texts of this language', fi: 'Kirjoita tämän kielen tekstit' };
const WORD: Sentences = {
	en: 'Write the words of the purpose in this language first',
	fi: 'Kirjoita ensin käyttötarkoituksen sanamuoto tällä kielellä',
};

interface Picture {
	readonly path: string;
	readonly type: 'image/png';
	readonly bytes: Buffer;
}

const ORIGIN = 'https://pictured.invalid';
const SCREENS = { desktop: { width: 1000, height: 700 }, phone: { width: 390, height: 844 } } as const;

/** What the picture's page is: the script of websites, told what to draw instead of asking for it. */
const pageOf = (shown: ShownForm): string =>
	`<!doctype html><html lang="${shown.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>.</title></head><body><div id="f"></div><script src="/form.js"></script><script type="application/json" id="d">${JSON.stringify(
		shown,
	).replaceAll('<', '\\u003c')}</script><script src="/draw.js"></script></body></html>`;
const DRAW = `luvallaForm(document.getElementById('f'),JSON.parse(document.getElementById('d').textContent))`;

/** Seconds of work: never inside a transaction. Null where there is no browser. */
export const pictureForm = async (pool: BrowserPool, { form, shown }: Pick<Prepared, 'form' | 'shown'>): Promise<Picture[] | null> => {
	if (!pool.available) return null;
	const script = await readBuilt(await currentVersion(), 'form.js');
	if (script === null) throw new Error('form.js is not built.');
	const pictures: Picture[] = [];
	for (const [device, viewport] of Object.entries(SCREENS))
		await pool.use({ viewport, reducedMotion: 'reduce' }, async (context) => {
			const answers = new Map<string, { contentType: string; body: string }>([
				[`${ORIGIN}/form.js`, { contentType: 'text/javascript', body: script }],
				[`${ORIGIN}/draw.js`, { contentType: 'text/javascript', body: DRAW }],
			]);
			for (const language of form.config.languages) {
				const one = shown[language];
				if (one) answers.set(`${ORIGIN}/${language}`, { contentType: 'text/html; charset=utf-8', body: pageOf(one) });
			}
			await context.route('**/*', (route) => {
				const answer = answers.get(route.request().url());
				return answer ? route.fulfill(answer) : route.fulfill({ status: 204 });
			});
			const page = await context.newPage();
			for (const language of form.config.languages) {
				await page.goto(`${ORIGIN}/${language}`);
				await page.getByRole('button').waitFor();
				pictures.push({
					path: `pictures/${language}-${device}-1.png`,
					type: 'image/png',
					bytes: await page.locator('#f').screenshot({ animations: 'disabled' }),
				});
			}
		});
	return pictures;
};

const sha256 = (...parts: (string | Buffer)[]): Buffer => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

/** Keeps what was prepared as the next version. @throws Refused when it was saved meanwhile, or may not be published any more */
export const issueForm = async (
	tx: Tx,
	asker: Asker,
	customerId: number,
	prepared: Prepared,
	pictures: readonly Picture[] | null,
): Promise<void> => {
	const { form, shown, letters, purposeVersion } = prepared;
	const again = await prepareForm(tx, customerId, form);
	if (again.purposeVersion !== purposeVersion) throw refuseSignup('form_changed');
	const version = await nextVersion(tx, customerId, form.form_id);
	const text = (path: string, of: unknown) => ({
		path,
		type: 'application/json',
		bytes: Buffer.from(`${JSON.stringify(of, null, '\t')}\n`),
	});
	const files = [
		text('form.json', { form: form.form_id, version, title: form.title, purposeVersion, config: form.config }),
		...form.config.languages.map((one) => text(`${one}.json`, { shown: shown[one], letter: letters[one] })),
		...(pictures ?? []),
	].map((file) => ({ ...file, sha256: sha256(file.bytes) }));
	// Named by all that stands in it: path and content of every file, in order.
	const hash = sha256(...files.flatMap((file) => [`${file.path}\n`, file.sha256]));
	await insertPublication(tx, customerId, {
		...{ form, version, purposeVersion, shown, files, hash },
		folder: `f${hash.subarray(0, 12).toString('base64url')}`,
		pictured: pictures !== null,
		publishedBy: asker.email,
		at: now(),
	});
};
