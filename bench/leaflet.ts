/** Leaflets a second that the press makes and writes, pictures and codes included, and the memory that it takes on the way; beside a bare writer of the same number of pages. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BOXES, houseOf } from '../apps/server/src/wings/engagement/channels/leaflet/measures.ts';
import { joined } from '../apps/server/src/wings/engagement/channels/leaflet/part.ts';
import { type Press, placeholders, printAll } from '../apps/server/src/wings/engagement/channels/leaflet/press.ts';
import { fontOf } from '../apps/server/src/wings/engagement/channels/leaflet/print/fonts.ts';
import { pictureOf } from '../apps/server/src/wings/engagement/channels/leaflet/print/picture.ts';
import { pngOf } from '../packages/banner/test/pictures.ts';

const PART = 250;
const words = 'illat ovat nyt pisimmillään. Kolme asiaa pehmentää niitä, ja klubihinta on voimassa itsenäisyyspäivään asti. '.repeat(4);
const PICTURE = 'https://shop.example/lamp.png';
const picture = pictureOf(Buffer.from(pngOf(1200, 400).split(',')[1] ?? '', 'base64'));
const press: Press = {
	parts: { settings: {} as Press['parts']['settings'] },
	frozen: {
		channel: 'leaflet',
		language: 'fi',
		languages: {
			fi: {
				subject: null,
				html: `<html><body><p>Hei {{ person.first_name }},</p><p>${words}</p><p><a href="https://shop.example/">Kauppaan</a></p><hr><h2>Kolme klubihinnalla</h2><p><img src="${PICTURE}"> Tammivalaisin</p><p>${words}</p></body></html>`,
				text: 'Valoa pimeisiin kuukausiin',
				heroimage: PICTURE,
				heroimageAlt: null,
			},
		},
		webHook: null,
	},
	house: houseOf(null),
	ways: placeholders('https://luvalla.example', 1, false),
	pictures: {
		load: () => Promise.resolve(),
		of: () => picture,
	},
	wide: true,
	shows: false,
};
const url = 'https://luvalla.example/u/trial';
const links = { unsubscribe: url, why: url, preferences: url, through: (to: string) => to, pixel: null };
const people = (from: number) =>
	Array.from({ length: PART }, (_, n) => ({
		entry: from + n,
		address: '',
		person: '',
		language: 'fi',
		arm: 0 as const,
		deliveryId: '',
		listedId: '',
		links,
		facts: {
			person: {
				first_name: `Aino${from + n}`,
				last_name: `Koski${(from + n) * 7}`,
				street: `Linnankatu ${n}`,
				postal_code: '20100',
				city: 'Turku',
				country: 'FI',
			},
			attributes: {},
			domain: { name: 'shop' },
			customer: { name: 'Aalto Oy' },
			sender: { name: 'Aalto Oy', address: '', postal: 'Linnankatu 1, 20100 Turku' },
			campaign: { title: 'Advent' },
		},
	}));

/** The most that it held at once, in MB. */
const watched = async (work: () => Promise<number>): Promise<{ pages: number; seconds: number; peak: number }> => {
	let peak = 0;
	const timer = setInterval(() => {
		peak = Math.max(peak, process.memoryUsage().rss);
	}, 20);
	const began = performance.now();
	const pages = await work();
	clearInterval(timer);
	return { pages, seconds: (performance.now() - began) / 1000, peak: Math.round(Math.max(peak, process.memoryUsage().rss) / 1048576) };
};

const ours = async (pages: number, file: string): Promise<number> => {
	async function* parts(): AsyncGenerator<Buffer> {
		for (let from = 0; from < pages / 2; from += PART) {
			yield await printAll(press, people(from), () => undefined);
			const made = (from + PART) * 2;
			if ([1_000, 5_000, 10_000].includes(made)) console.log(`  ${made} pages: ${Math.round(process.memoryUsage().rss / 1048576)} MB`);
		}
	}
	await pipeline(Readable.from(joined(parts(), BOXES, { title: 'Bench', language: 'fi', at: new Date() })), createWriteStream(file));
	return pages;
};

/** PDFKit, with the same font and as many words a page. */
const bare = async (pages: number): Promise<number> => {
	const name = 'pdfkit';
	const { default: PDFDocument } = await import(name);
	const document = new PDFDocument({ size: 'A4', autoFirstPage: false });
	const out = pipeline(document, new Writable({ write: (_chunk, _encoding, done) => done() }));
	document.registerFont('text', Buffer.from((fontOf('text') as unknown as { stream: { buffer: Uint8Array } }).stream.buffer));
	for (let n = 0; n < pages; n++) {
		document.addPage().font('text').fontSize(10.5).text(`Aino${n} Koski${n}\n${words}`);
		if (n % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
	}
	document.end();
	await out;
	return pages;
};

const folder = await mkdtemp(join(tmpdir(), 'leaflet-bench-'));
try {
	for (const [name, work] of [
		['ours 1,000', () => ours(1_000, join(folder, 'a.pdf'))],
		['ours 10,000', () => ours(10_000, join(folder, 'b.pdf'))],
		['pdfkit 1,000', () => bare(1_000)],
		['pdfkit 10,000', () => bare(10_000)],
	] as const) {
		const { pages, seconds, peak } = await watched(work);
		console.log(`${name}: ${Math.round(pages / seconds)} pages/s, peak ${peak} MB`);
	}
} finally {
	await rm(folder, { recursive: true, force: true });
}
