/** What a record says of its sign-up form: sealed as one sentence, and read back from it. */
import { type FormSource, formSource, readFormSource } from '@luvalla/contract/consent/form-source';
import { expect, it } from 'vitest';

const asked: FormSource = {
	form: 'Join “our” club, version 2, by form.js: asked',
	host: 'shop.example',
	version: 3,
	way: 'script',
	asked: '2026-11-28T22:04:23.174Z',
	confirmed: '2026-11-28T22:05:00.000Z',
};

it('is the sentence that is sealed', () => {
	expect(formSource({ ...asked, form: 'Join' })).toBe(
		'Form “Join” on shop.example, version 3, by form.js: asked 2026-11-28T22:04:23.174Z, confirmed by letter 2026-11-28T22:05:00.000Z',
	);
});

it('is read back as it was written, however it was given and whatever the form is called', () => {
	for (const way of ['script', 'page', 'server'] as const)
		for (const confirmed of [asked.confirmed, null]) {
			const one = { ...asked, way, confirmed };
			expect(readFormSource(formSource(one), confirmed === null ? 'api' : 'form')).toEqual(one);
		}
});

it('is nothing else: what others say of a source stays as they said it', () => {
	for (const other of [
		'',
		'Checkout of the web shop',
		'record 01a22430-0000-7000-8000-000000008e80',
		'Form “Join” on shop.example',
		'Form “Join” on shop.example, version 3, by fax: asked 2026-11-28T22:04:23.174Z, signed in there',
		'Form “Join” on shop.example, version 3, by form.js: asked neverZ, signed in there',
		`${formSource(asked)} and more`,
	])
		for (const how of ['form', 'api', 'import']) expect(readFormSource(other, how), other).toBeNull();
});

it('is not taken from whoever states an answer and writes as if our page had been pressed', () => {
	for (const how of ['api', 'import', 'assisted', 'banner']) expect(readFormSource(formSource(asked), how), how).toBeNull();
	for (const how of ['form', 'import', 'assisted']) expect(readFormSource(formSource({ ...asked, confirmed: null }), how), how).toBeNull();
});
