// @vitest-environment node
/** A banner in Arabic, and one in English on a page that is read from the right, in Chromium. */
import { expect, it } from 'vitest';
import { words as arabic } from '../src/languages/ar.ts';
import { lightTextsOf } from '../src/languages/texts.ts';
import { templates } from '../src/templates.ts';
import { visit } from './visit.ts';

const { categories } = templates.box.config;
const speaking = {
	languages: ['ar' as const, 'en' as const],
	texts: { ar: lightTextsOf(arabic, 'box'), en: templates.box.config.texts.en },
	categories: categories.map((category) => ({
		...category,
		texts: { ...category.texts, ar: arabic.categories[category.key as keyof typeof arabic.categories] },
	})),
};
const FRAME =
	'<iframe data-luvalla="media" data-src="/film" title="Film" width="400" height="240"></iframe><luvalla-declaration></luvalla-declaration>';

it('reads every layer, the placeholder and the declaration from the right where its language is, whatever the page', async () => {
	const { page } = await visit({ template: 'box', change: speaking, lang: 'ar', page: FRAME });
	const directionOf = (text: string) =>
		page
			.getByText(text, { exact: true })
			.first()
			.evaluate((element) => getComputedStyle(element).direction);
	expect(await directionOf(arabic.banner.title)).toBe('rtl');
	expect(await directionOf(arabic.frames.once)).toBe('rtl');
	expect(await directionOf(arabic.declaration.change)).toBe('rtl');
	await page.getByRole('button', { name: arabic.banner.choose, exact: true }).click();
	expect(await directionOf(arabic.banner.choicesTitle)).toBe('rtl');
	expect(await page.getByText('ملف تعريف ارتباط واحد (1)', { exact: true }).count()).toBe(1);
	await page.getByRole('dialog', { name: arabic.banner.choicesTitle }).getByRole('button', { name: arabic.banner.refuse }).click();
	expect(await page.getByRole('dialog').count()).toBe(0);
});

it('reads an English banner from the left on a page that is read from the right', async () => {
	const { page } = await visit({ template: 'box', change: { ...speaking, languages: ['en'] }, lang: 'ar', page: '<h1>متجر</h1>' });
	await page.evaluate(() => {
		document.documentElement.dir = 'rtl';
	});
	const title = page.getByText(templates.box.config.texts.en.title, { exact: true });
	expect(await title.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr');
});
