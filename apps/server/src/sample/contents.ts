/** What the sample customer says: a letter in two languages, a text message, and the letter made ready to send. */
import { readFile } from 'node:fs/promises';
import { codeOf } from '@luvalla/contract/engagement/content-types.ts';
import type { Controls } from '@luvalla/contract/engagement/contents.ts';
import { STATUS } from '@luvalla/contract/engagement/status-numbers.ts';
import { newId } from '#kernel/clock.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { fieldsFor, freeze, insertConstellation, insertContent, insertVersion, keepPicture } from '../wings/engagement/wing.ts';

const LETTER: Readonly<Record<string, Controls>> = {
	en: {
		subject: '{{ person.first_name | default: "Hello" }}, light for the dark months',
		body: '<h1>Light for the dark months</h1><p>Hello {{ person.first_name | default: "there" }},</p><p>the evenings are at their longest. An oak lamp, a wool throw and a linen cushion make them softer, and the club price holds until December 6.</p><p><a href="https://shop.example.com/winter">See the three</a></p>',
		simpletext:
			'Hello {{ person.first_name | default: "there" }},\n\nthe evenings are at their longest. An oak lamp, a wool throw and a linen cushion make them softer, and the club price holds until December 6.\n\nSee the three: https://shop.example.com/winter',
		heroimageAlt: 'An oak lamp, lit',
	},
	fi: {
		subject: '{{ person.first_name | default: "Hei" }}, valoa pimeisiin kuukausiin',
		body: '<h1>Valoa pimeisiin kuukausiin</h1><p>Hei {{ person.first_name | default: "sinä" }},</p><p>illat ovat nyt pisimmillään. Tammivalaisin, villahuopa ja pellavatyyny tekevät niistä pehmeämpiä, ja jäsenhinta on voimassa 6. joulukuuta asti.</p><p><a href="https://shop.example.com/winter">Katso kaikki kolme</a></p>',
		simpletext:
			'Hei {{ person.first_name | default: "sinä" }},\n\nillat ovat nyt pisimmillään. Tammivalaisin, villahuopa ja pellavatyyny tekevät niistä pehmeämpiä, ja jäsenhinta on voimassa 6. joulukuuta asti.\n\nKatso kaikki kolme: https://shop.example.com/winter',
		heroimageAlt: 'Tammivalaisin, johon on sytytetty valo',
	},
};
/** Drawn for the sample. */
const PICTURE = new URL('oak-lamp.png', import.meta.url);
const REMINDER: Readonly<Record<string, Controls>> = {
	en: { simpletext: 'Hi {{ person.first_name | default: "there" }}! The club price of the oak lamp ends tomorrow.' },
	fi: { simpletext: 'Hei {{ person.first_name | default: "sinä" }}! Tammivalaisimen jäsenhinta päättyy huomenna.' },
};

/** Keeps the sample's contents, the letter published. */
export const keepSampleContents = async (
	storage: Storage,
	publicUrl: string,
	{ customerId, domainId, userId }: { customerId: number; domainId: string; userId: string },
): Promise<void> => {
	const channel = codeOf('email');
	const shared = { domainId, control: null, language: 'en', markup: 'html', createdBy: userId } as const;
	const content = await readFile(PICTURE);
	await storage.inTenant(customerId, async (tx) => {
		const { file } = await keepPicture(tx, customerId, { domainId, name: 'oak-lamp.png', content });
		const said = Object.fromEntries(
			Object.entries(LETTER).map(([language, controls]) => [language, { ...controls, heroimage: `${publicUrl}${file}` }]),
		);
		const letter = newId();
		await insertContent(tx, customerId, {
			...shared,
			id: letter,
			title: 'Advent letter',
			channel,
			controls: said,
			status: STATUS.approved,
		});
		await insertContent(tx, customerId, {
			...shared,
			...{ id: newId(), title: 'Club price reminder', channel: codeOf('sms'), controls: REMINDER, status: STATUS.draft },
		});
		const written = Object.fromEntries(
			Object.entries(said).map(([language, controls]) => [language, { controls, markup: 'html' as const }]),
		);
		const { frozen } = await freeze({ channel: 'email', only: null, language: 'en', written }, await fieldsFor(tx, customerId));
		if (frozen === null) throw new Error('The sample’s letter cannot be read.');
		const id = newId();
		const webHook = null;
		await insertConstellation(tx, customerId, {
			id,
			domainId,
			title: 'Advent mail',
			channel,
			contents: [letter],
			uat: 'owner@luvalla.localhost',
			webHook,
		});
		await insertVersion(tx, customerId, id, channel, frozen, userId);
	});
};
