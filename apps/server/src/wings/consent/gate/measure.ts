/** Renders a publication in Chromium as a visitor meets it, reads it, and keeps its pictures. */
import { contentOf } from '@luvalla/banner/assemble.ts';
import { textsIn } from '@luvalla/banner/languages/reading.ts';
import type { PublishedFile } from '@luvalla/banner/look.ts';
import type { LayerFacts, Measure } from '@luvalla/banner/measured.ts';
import { type GateFinding, PICTURED_LANGUAGES } from '@luvalla/contract/consent/configurations.ts';
import type { BannerLanguage, InLanguages } from '@luvalla/contract/consent/languages.ts';
import type { BrowserContext, Page } from 'playwright-core';
import type { BrowserPool } from '#kernel/browsers/browsers.ts';
import { measuredFindings, type Rendered } from './points.ts';

/** A picture of one layer: `pictures/en-phone-1.png`. */
export interface Picture {
	path: string;
	type: 'image/png';
	bytes: Buffer;
}
export interface Measured {
	findings: GateFinding[];
	pictures: Picture[];
}

/** What publications are measured and pictured on. */
export const SCREENS = {
	desktop: { viewport: { width: 1280, height: 800 }, keyboard: true },
	phone: { viewport: { width: 390, height: 844 }, keyboard: false },
} as const;
type Device = keyof typeof SCREENS;

/** What is rendered: a publication as it would be served, and the words of its answers. */
export interface Rendering {
	readonly domainId: string;
	readonly languages: readonly BannerLanguage[];
	readonly files: readonly PublishedFile[];
	/** Made for `MEASURED_FOLDER`. */
	readonly pointer: string;
	/** Words of the answers, and of the button that saves the second layer. */
	readonly labels: Readonly<InLanguages<{ refuse: string; accept: string; save: string }>>;
	/** Keys of what is asked about, as `luvalla.choices()` has them. */
	readonly asked: readonly string[];
	/** Texts of build outputs that read the page. */
	readonly scripts: readonly string[];
	/** Points of its own, read while a layer is shown. */
	readonly points?: (page: Page, language: BannerLanguage, layer: 1 | 2) => Promise<GateFinding[]>;
}
export const MEASURED_FOLDER = 'measured';

/**
 * Both layers are read in every language on both screens. Answers are pressed, and reached by keyboard, in the first few:
 * one component draws them in every language, so more would show the same again and take minutes.
 */
const PRESSED_LANGUAGES = 3;

const ORIGIN = 'https://measured.invalid';
const pageIn = (language: BannerLanguage): string => `${ORIGIN}/${language}`;
/** A banner that takes longer to come, or an answer that takes longer to press or to come to pass, counts as not there. */
const PATIENCE_MS = 5000;
/** The patience of the second look: on a machine that is very busy a fair banner comes late, and late is not unfair. */
const LAST_PATIENCE_MS = 10_000;
/** A banner whose answers are further away than this by Tab is not usable by keyboard. */
const MOST_TABS = 12;

/** Shadow roots open, so that the banner can be read; nothing else is changed. */
const OPEN_ROOTS = `{ const attach = Element.prototype.attachShadow; Element.prototype.attachShadow = function (o) { return attach.call(this, { ...o, mode: 'open' }); }; }`;

const document = (
	domainId: string,
	language: BannerLanguage,
): string => `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>.</title><script src="/cmp/d/${domainId}.js"></script></head><body></body></html>`;

const asBody = (content: string | Uint8Array): string | Buffer => (typeof content === 'string' ? content : Buffer.from(content));

/** Everything the page asks for comes from here; whatever else it asks for gets nothing. */
const serve = async (context: BrowserContext, { domainId, languages, files, pointer }: Rendering): Promise<void> => {
	const answers = new Map([
		...languages.map((one) => [pageIn(one), { contentType: 'text/html', body: document(domainId, one) }] as const),
		[`${ORIGIN}/cmp/d/${domainId}.js`, { contentType: 'text/javascript', body: pointer }],
		...files.map(
			(file) => [`${ORIGIN}/cmp/${MEASURED_FOLDER}/${file.path}`, { contentType: file.type, body: asBody(contentOf(file)) }] as const,
		),
	]);
	await context.route('**/*', (route) => {
		const answer = answers.get(route.request().url());
		return answer ? route.fulfill(answer) : route.fulfill({ status: 204 });
	});
};

const read = (shown: Page, labels: { refuse: string; accept: string }): Promise<LayerFacts> =>
	shown.evaluate((words) => (globalThis as unknown as { luvallaMeasure: Measure }).luvallaMeasure.layer(words), labels);
const focused = (shown: Page): Promise<string> =>
	shown.evaluate(() => (globalThis as unknown as { luvallaMeasure: Measure }).luvallaMeasure.focused());
/** A picture shows what visitors see: the logo, too, which comes after the layer. One that cannot be drawn has left it. */
const logoDrawn = (shown: Page): Promise<void> =>
	shown.evaluate(async () => {
		interface Rooted {
			shadowRoot: { querySelectorAll(name: 'img'): Iterable<{ decode(): Promise<void> }> } | null;
		}
		const { document } = globalThis as unknown as { document: { querySelectorAll(name: string): Iterable<Rooted> } };
		const images = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => [...(shadowRoot?.querySelectorAll('img') ?? [])]);
		await Promise.allSettled(images.map((image) => image.decode()));
	});
type Answer = 'refuse' | 'accept';
/** Whether it came to pass in time; what never comes is a finding, anything else that goes wrong is thrown. */
const inTime = async (work: Promise<unknown>): Promise<boolean> => {
	try {
		await work;
		return true;
	} catch (error) {
		if (error instanceof Error && error.name === 'TimeoutError') return false;
		throw error;
	}
};

/** Whether the answer was given, which may take a frame: refusing is no for every category, accepting leaves none without an answer. */
const given = (shown: Page, { rendering, patienceMs }: Visit, answer: Answer): Promise<boolean> =>
	inTime(
		shown.waitForFunction(
			([keys, all]) => {
				const { luvalla } = globalThis as unknown as { luvalla?: { choices(): Record<string, boolean> } };
				const choices = luvalla?.choices() ?? {};
				return keys.every((key) => (all === 'refuse' ? choices[key] === false : choices[key] !== undefined));
			},
			[[...rendering.asked], answer] as const,
			{ timeout: patienceMs },
		),
	);

interface Visit {
	page: Page;
	rendering: Rendering;
	language: BannerLanguage;
	patienceMs: number;
	/** Whether a second look was in vain: one thing that surely never comes is enough, the others need not be waited for as long. */
	readonly sure: { inVain: boolean };
}

/** Looks again, with more patience, for what did not come. */
const surely = async <T>(visit: Visit, look: (visit: Visit) => Promise<T>, came: (found: T) => boolean): Promise<T> => {
	const found = await look(visit);
	if (came(found) || visit.sure.inVain) return found;
	const late = await look({ ...visit, patienceMs: LAST_PATIENCE_MS });
	visit.sure.inVain = !came(late);
	return late;
};

/** The page of a visitor who has not chosen yet, read once one of the two answers is there. */
const visiting = async <T>({ page, rendering, language, patienceMs }: Visit, work: (shown: Page) => Promise<T>): Promise<T> => {
	await page.goto(pageIn(language));
	const { accept, refuse } = textsIn(rendering.labels, language);
	await inTime(
		page
			.getByText(accept, { exact: true })
			.or(page.getByText(refuse, { exact: true }))
			.first()
			.waitFor({ timeout: patienceMs }),
	);
	// Laid out and drawn, also on a machine that is busy.
	await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
	const result = await work(page);
	await page.context().clearCookies();
	await page.evaluate(() => (globalThis as unknown as { localStorage: { clear(): void } }).localStorage.clear());
	return result;
};

/** Presses one answer; how many presses it took, or null when it leaves something unanswered. */
const press = (visit: Visit, which: Answer): Promise<number | null> =>
	visiting(visit, async (shown) => {
		const answer = shown.getByText(textsIn(visit.rendering.labels, visit.language)[which], { exact: true }).first();
		if (!(await answer.isVisible()) || !(await inTime(answer.click({ timeout: visit.patienceMs })))) return null;
		return (await given(shown, visit, which)) ? 1 : null;
	});

/** Goes to one answer by Tab and gives it by Enter; how many presses of Tab it took, or null. */
const byKeyboard = (visit: Visit, which: Answer): Promise<number | null> =>
	visiting(visit, async (shown) => {
		const label = textsIn(visit.rendering.labels, visit.language)[which].trim();
		for (let tab = 1; tab <= MOST_TABS; tab++) {
			await shown.keyboard.press('Tab');
			if ((await focused(shown)) !== label) continue;
			await shown.keyboard.press('Enter');
			return (await given(shown, visit, which)) ? tab : null;
		}
		return null;
	});

/** Both layers, with their pictures and the points of the rendering's own. */
const readLayers = (visit: Visit, device: Device) => {
	const { rendering, language } = visit;
	const labels = textsIn(rendering.labels, language);
	const pictured = rendering.languages.indexOf(language) < PICTURED_LANGUAGES || device === 'phone';
	return visiting(visit, async (shown) => {
		const picture = async (layer: 1 | 2): Promise<Picture[]> => {
			if (!pictured) return [];
			await logoDrawn(shown);
			const bytes = await shown.screenshot({ animations: 'disabled' });
			return [{ path: `pictures/${language}-${device}-${layer}.png`, type: 'image/png', bytes }];
		};
		const own = async (layer: 1 | 2) => (await rendering.points?.(shown, language, layer)) ?? [];
		const first = await read(shown, labels);
		const pictures = await picture(1);
		const points = await own(1);
		await shown.evaluate(() => (globalThis as unknown as { luvalla?: { show(): unknown } }).luvalla?.show());
		await inTime(shown.getByText(labels.save, { exact: true }).first().waitFor({ timeout: visit.patienceMs }));
		const second = await read(shown, labels);
		return { first, second, points: [...points, ...(await own(2))], pictures: [...pictures, ...(await picture(2))] };
	});
};

const measureScreen = async (visit: Visit, device: Device) => {
	const { rendering, language, sure } = visit;
	const where = `${language} ${device}`;
	// Where one never comes, the banner is refused already.
	const pressed = rendering.languages.indexOf(language) < PRESSED_LANGUAGES && !sure.inVain;
	const layers = await surely(
		visit,
		(one) => readLayers(one, device),
		({ first, second }) => first.refuse !== null && first.accept !== null && second.switches > 0,
	);
	const both = async (give: typeof press) => {
		const took = (which: Answer) =>
			surely(
				visit,
				(one) => give(one, which),
				(presses) => presses !== null,
			);
		return { refuse: await took('refuse'), accept: await took('accept') };
	};
	const rendered: Rendered = {
		where,
		first: layers.first,
		second: layers.second,
		presses: pressed ? await both(press) : null,
		keys: pressed && SCREENS[device].keyboard ? await both(byKeyboard) : null,
	};
	return { rendered, points: layers.points.map((point) => ({ ...point, where: point.where ?? where })), pictures: layers.pictures };
};

/** One finding a code: the first that fails, else the first. */
const worst = (findings: readonly GateFinding[]): GateFinding[] => {
	const byCode = new Map<string, GateFinding>();
	for (const finding of findings) {
		const kept = byCode.get(finding.code);
		if (!kept || (kept.ok && !finding.ok)) byCode.set(finding.code, finding);
	}
	return [...byCode.values()];
};

/**
 * Measures a publication on a computer and a phone, in each of its languages; one page a screen, for all of them.
 * @throws when the browser cannot be started or breaks off
 */
export const measureRendering = async (pool: BrowserPool, rendering: Rendering): Promise<Measured> => {
	const screens: Awaited<ReturnType<typeof measureScreen>>[] = [];
	const sure = { inVain: false };
	for (const device of ['desktop', 'phone'] as const) {
		const [locale] = rendering.languages;
		const options = { viewport: SCREENS[device].viewport, reducedMotion: 'reduce' as const, ...(locale && { locale }) };
		await pool.use(options, async (context) => {
			await context.addInitScript(OPEN_ROOTS);
			for (const script of rendering.scripts) await context.addInitScript(script);
			await serve(context, rendering);
			const page = await context.newPage();
			for (const language of rendering.languages)
				screens.push(await measureScreen({ page, rendering, language, patienceMs: PATIENCE_MS, sure }, device));
		});
	}
	// By language, as people look for them.
	const sorted = rendering.languages.flatMap((language) => screens.filter((one) => one.rendered.where.startsWith(`${language} `)));
	return {
		findings: [...measuredFindings(sorted.map((one) => one.rendered)), ...worst(sorted.flatMap((one) => one.points))],
		pictures: sorted.flatMap((one) => one.pictures),
	};
};
