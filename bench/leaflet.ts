/**
 * Leaflets a second that the press makes and writes, pictures and codes included, and the memory that it takes on the way; beside a bare
 * writer of the same number of pages. Each in a process of its own, with the nursery that start.mjs gives the program: with Node.js's usual
 * one it holds 100 MB more of what nobody uses any more.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
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
import { writeResult } from './lib/result.ts';

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
	zone: 'Europe/Helsinki',
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

/** Told on the way, so that it is seen whether memory grows with the pages. */
const LOOKS = [5_000, 10_000, 20_000, 40_000, 60_000];

const ours = async (pages: number, file: string, look: (made: number) => void): Promise<number> => {
	async function* parts(): AsyncGenerator<Buffer> {
		for (let from = 0; from < pages / 2; from += PART) {
			yield await printAll(press, people(from), () => undefined);
			look((from + PART) * 2);
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

interface Measured {
	readonly pagesPerSecond: number;
	readonly peakMb: number;
	/** By then, the most. */
	readonly peaksMb: Readonly<Record<number, number>>;
}

const measured = async (who: string, pages: number): Promise<Measured> => {
	let peak = 0;
	const peaksMb: Record<number, number> = {};
	const mb = (): number => {
		peak = Math.max(peak, process.memoryUsage().rss);
		return Math.round(peak / 1048576);
	};
	const timer = setInterval(mb, 20);
	const folder = await mkdtemp(join(tmpdir(), 'leaflet-bench-'));
	const began = performance.now();
	try {
		const look = (made: number): void => {
			if (LOOKS.includes(made)) peaksMb[made] = mb();
		};
		await (who === 'ours' ? ours(pages, join(folder, 'file.pdf'), look) : bare(pages));
		return { pagesPerSecond: Math.round((pages * 1000) / (performance.now() - began)), peakMb: mb(), peaksMb };
	} finally {
		clearInterval(timer);
		await rm(folder, { recursive: true, force: true });
	}
};

const [, , who, pages] = process.argv;
if (who === undefined) {
	const result: Record<string, Measured> = {};
	for (const [name, many] of [
		['ours', 1_000],
		['ours', 60_000],
		['pdfkit', 1_000],
		['pdfkit', 20_000],
	] as const) {
		const child = fork(import.meta.filename, [name, String(many)], { execArgv: ['--max-semi-space-size=4'] });
		const [said] = (await once(child, 'message')) as [Measured];
		const title = `${name}, ${many} pages`;
		result[title] = said;
		console.log(`${title}:`, said);
	}
	// The first ten thousand pages fill what is kept for all of them, and the allocator's rooms; three times as many then take no more.
	const { pagesPerSecond = 0, peaksMb = {} } = result['ours, 60000 pages'] ?? {};
	const growth = Number(((peaksMb[60_000] ?? Number.POSITIVE_INFINITY) / (peaksMb[20_000] ?? 1)).toFixed(2));
	const goal = (what: string, value: number, met: boolean): void => console.log(`  ${met ? '✓ met    ' : '✗ NOT met'} ${what}: ${value}`);
	goal('pages a second (≥ 150)', pagesPerSecond, pagesPerSecond >= 150);
	goal('memory at 60,000 pages ÷ at 20,000 (≤ 1.1)', growth, growth <= 1.1);
	await writeResult('leaflet', result);
} else process.send?.(await measured(who, Number(pages)));
