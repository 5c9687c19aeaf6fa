/** Rows for the sweep, made through the calls themselves: three of everything that a list shows. */

import { type APIResponse, request } from '@playwright/test';
import { v7 } from 'uuid';
import * as z from 'zod';
import { bannerDraft, tcfDraft } from './banner-draft.ts';
import { LAMP } from './lamp.ts';
import { stateFile } from './people.ts';
import { proven } from './proven.ts';
import { PORT, SHOP_PORT } from './server.ts';
import { stageBilling } from './stage-billing.ts';
import { stageLists } from './stage-lists.ts';
import { stageRequests } from './stage-requests.ts';

const ORIGIN = `http://localhost:${PORT}`;

/** The `data` of an answer, in the shape expected; anything else ends the test with what was said. */
const dataOf = async <T>(answer: APIResponse, shape: z.ZodType<T>): Promise<T> => {
	if (!answer.ok()) throw new Error(`${answer.url()}: ${await answer.text()}`);
	return z.object({ data: shape }).parse(await answer.json()).data;
};
const Numbered = z.object({ id: z.int() });
const Named = z.object({ id: z.string() });
const Draft = z.object({ id: z.string(), folder: z.string() });

/** UUIDv7 ids carry the millisecond that a record must name. */
const instant = (id: string): string => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toISOString();

/** Ids that paths with parameters need. */
export interface Stage {
	customerId: number;
	domainId: string;
	configurationId: string;
	tcfId: string;
	recordId: string;
	personId: string;
	audienceId: string;
	segmentId: string;
	connectorId: string;
	senderId: string;
	contentId: string;
	/** One that stands on the site. */
	placedId: string;
	formId: string;
	constellationId: string;
	scanId: string;
	requestId: string;
	feedbackId: string;
}

/** Idempotent: workers may call it at the same time, each makes its own rows. */
export const stage = async (): Promise<Stage> => {
	const api = await request.newContext({ baseURL: ORIGIN, storageState: stateFile('admin'), extraHTTPHeaders: { origin: ORIGIN } });
	await stageLists(api);
	const tag = v7().slice(-12);
	const customers: { id: number }[] = [];
	for (const name of [`Koivu ${tag}`, `Kuusi ${tag}`, `Mänty ${tag}`])
		customers.push(await dataOf(await api.post('/api/customer', { data: { name, countryCode: 'FI' } }), Numbered));
	const customerId = customers[0]?.id ?? 0;
	for (const name of [`Kallio ${tag}`, `Kivi ${tag}`, `Hiekka ${tag}`])
		await dataOf(await api.post('/api/partner', { data: { name, countryCode: 'FI' } }), Named);
	const requestId = await stageRequests(api, customers[1]?.id ?? 0, tag);
	// Support gets a mail of each, so one person may not write many: what is there already is enough.
	const feedback = await dataOf(await api.get('/api/admin/feedback'), z.array(Named));
	for (const message of [
		'The order of segments is forgotten.\nEvery time.',
		'Kiitos uudesta raportista!',
		'Voisiko kieltä vaihtaa nopeammin?',
	].slice(feedback.length))
		feedback.push(await dataOf(await api.post(`/api/user/contactus?${new URLSearchParams({ message, page: '/segments' })}`), Named));
	const feedbackId = feedback[0]?.id ?? '';
	const saved: { id: string; folder: string }[] = [];
	const hosts = [1, 2, 3].map((n) => `${n}-${tag}.localhost`);
	const domains: { id: string }[] = [];
	const frameworks: { id: string }[] = [];
	for (const [i, domain] of hosts.entries()) {
		domains.push(await dataOf(await api.post('/api/domain', { data: { domain, name: `Sivusto ${i + 1}`, customerId } }), Named));
		const draft = bannerDraft(customerId, domain, `Banner ${i + 1}`);
		saved.push(
			await dataOf(await api.post('/api/cmpconfigurator/lightconfig', { data: { ...draft, mapper: '{"remembers":"statistics"}' } }), Draft),
		);
		const framework = { data: tcfDraft(customerId, domain, `Framework ${i + 1}`) };
		frameworks.push(await dataOf(await api.post('/api/cmpconfigurator/tcfconfig', framework), Draft));
	}
	const connected: { id: string }[] = [];
	for (const n of [1, 2, 3])
		connected.push(
			await dataOf(
				await api.post('/api/manage/Connector', {
					data: {
						customerId,
						type: 'smtp',
						name: `Posti ${n}`,
						config: { host: `mail-${n}.example.com`, user: 'luvalla', password: 'not a real one' },
					},
				}),
				Named,
			),
		);
	for (const n of [1, 2, 3])
		await dataOf(await api.post('/api/audit/ledger/addresses', { data: { customerId, address: `notary-${n}@${tag}.example.com` } }), Named);
	const published = await dataOf(
		await api.post(`/api/cmpconfigurator/${saved[0]?.folder}/publish`),
		z.object({ publishedFolder: z.string() }),
	);
	const deviceKey = v7();
	let recordId = '';
	for (const value of [true, false, true, true]) {
		const choiceId = v7();
		const records = ['statistics', 'marketing', 'media'].map((category) => {
			const id = v7({ msecs: Number.parseInt(choiceId.slice(0, 8) + choiceId.slice(9, 13), 16) });
			return { id, choiceId, at: instant(id), category, value: category === 'media' ? true : value, language: 'fi', gpc: !value };
		});
		await dataOf(
			await api.post('/edge/v1/records', {
				headers: { origin: `http://${hosts[0]}:${SHOP_PORT}` },
				data: { domainId: domains[0]?.id, configuration: published.publishedFolder, deviceKey, records },
			}),
			z.object({ stored: z.literal(3) }),
		);
		recordId = records[0]?.id ?? '';
		if (value) {
			const id = v7();
			await dataOf(
				await api.post('/edge/v1/visitor/events', {
					headers: {
						origin: `http://${hosts[0]}:${SHOP_PORT}`,
						'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
					},
					data: {
						domainId: domains[0]?.id,
						configuration: published.publishedFolder,
						visitor: `${recordId}.${deviceKey}`,
						events: [{ id, at: instant(id), type: 'view', properties: {} }],
					},
				}),
				z.object({ stored: z.literal(1) }),
			);
		}
	}
	const purposes = await dataOf(await api.get(`/api/consent/purpose/${customerId}`), z.array(Named));
	let personId = '';
	for (const name of ['anna', 'bo', 'cia'])
		for (const { id } of purposes.slice(0, 3)) {
			const body = {
				person: { email: `${name}@${tag}.example.com` },
				purposeId: id,
				value: name === 'anna',
				source: 'Paper form',
				at: new Date(),
			};
			const said = await api.post('/api/audit/domain/people/answer', { headers: { customer_key: String(customerId) }, data: body });
			personId = (await dataOf(said, z.object({ luvallaId: z.string() }))).luvallaId;
		}
	const headers = { customer_key: String(customerId), domain_key: domains[0]?.id ?? '' };
	const facts = { firstName: 'Aino', lastName: 'Lehtonen', city: 'Turku', country: 'FI', attributes: { storeCard: true, visits: 12 } };
	await dataOf(await api.put(`/api/manage/domain/person/${personId}`, { headers, data: facts }), z.unknown());
	const made = await proven(api, 'admin@luvalla.localhost', () =>
		api.post('/api/manage/domain/generatetoken', { data: { id: domains[0]?.id } }),
	);
	const { accessToken } = await dataOf(made, z.object({ accessToken: z.string() }));
	const events = ['viewed product', 'order', 'order'].map((type, n) => {
		const id = v7();
		return { id, at: instant(id), person: { luvallaId: personId }, type, properties: { sum: 41.5 * (n + 1), category: 'sofas' } };
	});
	const told = { headers: { authorization: `Bearer ${accessToken}` }, data: { domainId: domains[0]?.id, events } };
	// A customer's own server sends no origin.
	const machine = await request.newContext({ baseURL: ORIGIN });
	await dataOf(await machine.post('/edge/v1/events', told), z.unknown());
	await machine.dispose();
	const segments: { id: string }[] = [];
	for (const name of ['Known by hand', 'In Turku', 'In Oulu']) {
		const rule = name === 'Known by hand' ? null : { all: [{ field: 'city', is: 'is', value: name.slice(3) }] };
		segments.push(await dataOf(await api.post('/api/manage/domain/segment', { headers, data: { name, rule } }), Named));
	}
	const segmentId = segments[0]?.id ?? '';
	const known = ['anna', 'bo', 'cia'].map((name) => ({ email: `${name}@${tag}.example.com` }));
	await dataOf(await api.post(`/api/manage/domain/segment/${segmentId}/members`, { headers, data: { people: known } }), z.unknown());
	const audiences: { id: string }[] = [];
	for (const title of ['Autumn regulars', 'Gift ideas', 'Nearby'])
		audiences.push(
			await dataOf(await api.post('/api/manage/audience', { headers, data: { title, segments: segments.map(({ id }) => id) } }), Named),
		);
	const picture = await dataOf(
		await api.post('/api/manage/content/picture', { headers, multipart: { picture: LAMP } }),
		z.object({ url: z.string() }),
	);
	const contents: { id: string }[] = [];
	for (const title of ['Advent letter', 'Winter letter', 'Spring letter']) {
		const controls = {
			en: {
				subject: '{{ person.first_name }}, light for the dark months',
				heroimage: picture.url,
				heroimageAlt: 'Oak lamp, lit',
				body: '<h2>Light for the dark months</h2><p>Hello {{ person.first_name }},</p><p>your shop on {{ attributes.shpo }} is open until 20 every weekday.</p><p><a href="https://shop.example.com/">See the three</a></p>',
			},
			fi: { subject: 'Valoa pimeään' },
		};
		contents.push(
			await dataOf(
				await api.post('/api/manage/content', { headers, data: { title, contentType: 'Email', language: 'en', controls } }),
				Named,
			),
		);
	}
	const placed = await dataOf(
		await api.post('/api/manage/content', {
			headers,
			data: {
				title: 'Club price',
				contentType: 'Web',
				language: 'en',
				controls: {
					en: {
						simpletext: 'The oak lamp is 109 €',
						body: '<p>A club price.</p><p><a href="https://shop.example.com/">See the lamp</a></p>',
					},
				},
				placement: { shape: 'corner', pages: ['/lamps/*'] },
			},
		}),
		Named,
	);
	const constellations: { id: string }[] = [];
	for (const [n, title] of ['Advent mail', 'Winter mail', 'Spring mail'].entries())
		constellations.push(
			await dataOf(
				await api.post('/api/manage/constellation/', {
					headers,
					data: { title, channel: 0, contents: [contents[n]?.id], uat: `uat@${tag}.example.com` },
				}),
				Named,
			),
		);
	const senders: { id: string }[] = [];
	for (const name of ['Club', 'Shop', 'Invoices'])
		senders.push(
			await dataOf(
				await api.post('/api/manage/sender', {
					headers,
					data: { domainId: domains[0]?.id, name, address: `${name.toLowerCase()}@${tag}.example.com`, postal: 'Aalto Oy, Turku' },
				}),
				Named,
			),
		);
	const club = {
		en: { name: 'Club letter', about: 'We send you the club letter.' },
		fi: { name: 'Kerhokirje', about: 'Lähetämme kerhokirjeen.' },
	};
	const asked = await dataOf(
		await api.post(`/api/consent/purpose/${customerId}`, {
			headers,
			data: { domainId: domains[0]?.id, name: 'Club letter', wording: club, channels: ['email'] },
		}),
		Named,
	);
	const forms: { id: string }[] = [];
	for (const title of ['Join the club', 'Stock news', 'Events'])
		forms.push(await dataOf(await api.post('/api/manage/signupform', { headers, data: { title, config: formOf(asked.id) } }), Named));
	// Hosts that lead nowhere: each scan is over at once.
	const scans: { id: string }[] = [];
	for (const n of [1, 2, 3]) {
		const site = { customerId, domain: `scan-${n}-${tag}.invalid` };
		await dataOf(await api.post('/api/customer/createcustomerscan', { data: { ...site, every: 'week' } }), Named);
		scans.push(await dataOf(await api.post('/api/manage/browserscan/cookie', { data: site }), Named));
	}
	await stageBilling(api, customerId, domains, tag);
	for (const n of [1, 2, 3]) {
		const custom = { data: { domain: `consent-${n}.${tag}.example.com` } };
		await dataOf(await api.post(`/api/manage/customer/${customerId}/customdomain`, custom), Named);
		const app = { data: { name: `Club ${n}`, domainId: domains[0]?.id, customerId } };
		await dataOf(await api.post('/api/customerdomainapp', app), Named);
	}
	await api.dispose();
	return {
		customerId,
		domainId: domains[0]?.id ?? '',
		configurationId: saved[0]?.id ?? '',
		tcfId: frameworks[0]?.id ?? '',
		recordId,
		personId,
		segmentId,
		connectorId: connected[0]?.id ?? '',
		senderId: senders[0]?.id ?? '',
		audienceId: audiences[0]?.id ?? '',
		contentId: contents[0]?.id ?? '',
		placedId: placed.id,
		formId: forms[0]?.id ?? '',
		constellationId: constellations[0]?.id ?? '',
		scanId: scans[0]?.id ?? '',
		requestId,
		feedbackId,
	};
};

/** A sign-up form in both languages. */
const formOf = (purposeId: string) => {
	const texts = { brand: 'aalto klubi', title: 'Good things', text: '', button: 'Join', subject: 'Was this you?', letter: '' };
	return {
		...{ purposeId, languages: ['en', 'fi'], confirm: true, texts: { en: texts, fi: texts } },
		fields: [{ key: 'firstName', required: false, label: {} }],
		look: { background: '#fdfaf5', text: '#16201e', button: '#2b4a3f', buttonText: '#ffffff', beside: true },
		limits: { letterDays: 7, lettersPerHour: 200, lettersPerNetwork: 20 },
		after: { asked: '', confirmed: '' },
	};
};
