/** A banner's logo: what is refused, and the file that publishing makes of it. */
import { templates } from '@luvalla/banner/templates.ts';
import type { Publication } from '@luvalla/contract/consent/configurations.ts';
import { expect, test } from 'vitest';
import { addressOf, pngOf } from '../../../packages/banner/test/pictures.ts';
import { currentVersion } from '../src/wings/consent/wing.ts';
import { ORIGIN, startApp } from './app.ts';

const t = await startApp({ CHROMIUM_PATH: '' });
const tenant = await t.tenant();
const owner = await t.person([], { adminOf: [tenant] });

const save = async (image: string | null, language = 'en') => {
	const version = await currentVersion();
	const { config } = templates['bottom-bar'];
	return t.send(owner, 'POST', '/api/cmpconfigurator/lightconfig', {
		headers: { 'accept-language': language },
		body: {
			customerId: tenant.customerId,
			domain: tenant.host,
			title: 'With a logo',
			type: 0,
			template: 'bottom-bar',
			sdkVersion: version,
			bundleVersion: version,
			config: JSON.stringify({ ...config, languages: ['en'], logo: image === null ? null : { image, alt: { en: 'Aalto' } } }),
			mapper: '{}',
		},
	});
};
const jpeg = (width: number, height: number): string =>
	addressOf(
		'image/jpeg',
		Buffer.from([
			0xff,
			0xd8,
			0xff,
			0xe0,
			0,
			4,
			0,
			0,
			0xff,
			0xc0,
			0,
			11,
			8,
			height >> 8,
			height & 255,
			width >> 8,
			width & 255,
			1,
			1,
			0x11,
			0,
			0xff,
			0xd9,
		]),
	);
const webp = (flags: number): string => {
	const bytes = Buffer.alloc(40);
	bytes.write('RIFF', 0);
	bytes.write('WEBPVP8X', 8);
	bytes[20] = flags;
	bytes.writeUIntLE(239, 24, 3);
	bytes.writeUIntLE(63, 27, 3);
	return addressOf('image/webp', bytes);
};

test.each([
	[
		'an SVG',
		addressOf('image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')),
		'Use a PNG, JPEG or WebP picture',
		'Käytä kuvaa, joka on PNG-, JPEG- tai WebP-muotoa',
	],
	[
		'a page that is called a picture',
		addressOf('image/png', Buffer.from('<!doctype html><script>alert(1)</script><p>long enough to be read</p>')),
		'Use a PNG, JPEG or WebP picture',
		'Käytä kuvaa, joka on PNG-, JPEG- tai WebP-muotoa',
	],
	[
		'a JPEG that is called a PNG',
		jpeg(200, 50).replace('jpeg', 'png'),
		'Use a PNG, JPEG or WebP picture',
		'Käytä kuvaa, joka on PNG-, JPEG- tai WebP-muotoa',
	],
	[
		'an address elsewhere',
		'https://tracker.example/logo.png',
		'Use a PNG, JPEG or WebP picture',
		'Käytä kuvaa, joka on PNG-, JPEG- tai WebP-muotoa',
	],
	['a heavy one', pngOf(20, 20, [], 51_300), 'Use a picture of at most 50 kB', 'Käytä kuvaa, joka on enintään 50 kt'],
	['a wide one', jpeg(2001, 50), 'Use a picture of at most 2000 × 2000 pixels', 'Käytä kuvaa, joka on enintään 2000 × 2000 kuvapistettä'],
	['a PNG that moves', pngOf(20, 20, ['acTL']), 'Use a picture that does not move', 'Käytä kuvaa, joka ei liiku'],
	['a WebP that moves', webp(2), 'Use a picture that does not move', 'Käytä kuvaa, joka ei liiku'],
])('%s is refused in the words of its field', async (_, image, en, fi) => {
	for (const [language, sentence] of [
		['en', en],
		['fi', fi],
	] as const) {
		const answer = await save(image, language);
		expect([answer.status, answer.json().fields]).toEqual([422, { 'logo.image': sentence }]);
	}
});

test('PNG, JPEG and WebP are taken', async () => {
	for (const image of [pngOf(240, 64), jpeg(240, 64), webp(0)]) expect((await save(image)).status).toBe(200);
});

test('it is published as a file of the folder, stands in the pictures, and the log says it in words', async () => {
	const publish = async (image: string | null): Promise<Publication> => {
		const { id, folder } = (await save(image)).json().data;
		const published = await t.send(owner, 'POST', `/api/cmpconfigurator/${folder}/publish`);
		expect([published.status, published.status === 200 ? '' : published.text]).toEqual([200, '']);
		const [publication]: Publication[] = (await t.send(owner, 'GET', `/api/cmpconfigurator/${id}/history`)).json().data;
		if (!publication) throw new Error('It has no history.');
		return publication;
	};
	const without = await publish(null);
	const image = pngOf(240, 64);
	const { folder, pictures } = await publish(image);

	const file = await t.app.inject({ url: `/cmp/${folder}/logo.png` });
	expect(file.rawPayload).toEqual(Buffer.from(image.split(',')[1] ?? '', 'base64'));
	expect(file.headers).toMatchObject({
		'content-type': 'image/png',
		'cache-control': 'public, max-age=31536000, immutable',
		'cross-origin-resource-policy': 'cross-origin',
	});
	const script = (await t.app.inject({ url: `/cmp/${folder}/light.en.js` })).payload;
	expect(script).toContain('"logo":["logo.png","Aalto",240,64]');
	expect(script).not.toContain('data:image');

	expect(pictures).toEqual(without.pictures);
	const drawn = async (of: string) => (await t.app.inject({ url: `/cmp/${of}/pictures/en-desktop-1.png` })).rawPayload;
	if (t.server.kernel.browsers.of('publishing').available) expect((await drawn(folder)).equals(await drawn(without.folder))).toBe(false);

	const changes = (await t.send(owner, 'GET', `/api/cmpconfigurator/published/${folder}/difference?from=${without.folder}`)).text;
	expect(changes).toContain('image/png, ');
	expect(changes).not.toContain('base64');
});

test('the preview may show it, and nothing from anywhere', async () => {
	const page = await t.app.inject({ url: `/cmp/preview/${await currentVersion()}` });
	// The frame has an origin of its own: WebKit takes nothing for 'self' there.
	expect(page.headers['content-security-policy']).toBe(
		`default-src 'none'; script-src 'self' ${ORIGIN}; img-src data: 'self' ${ORIGIN} https:; frame-ancestors 'self'`,
	);
	const form = await t.app.inject({ url: '/signup/preview' });
	expect(form.headers['content-security-policy']).toBe(`default-src 'none'; script-src 'self' ${ORIGIN}; frame-ancestors 'self'`);
});
