/** Nothing is said in one language only. */
import { allCalls } from '@luvalla/contract/all';
import { fieldRulesFi as fieldRules } from '@luvalla/contract/field-rules';
import { describe, expect, it } from 'vitest';
import { screens } from '../app/screens.ts';
import { fixedText } from './fixed-texts.ts';
import { tables } from './say.ts';

const modules = import.meta.glob<object>(['../**/texts.ts', '../**/messages.ts', '../ui/BannerPreview.tsx'], { eager: true });
const contract = import.meta.glob<string>('../../../../packages/contract/src/**/*.ts', { eager: true, query: '?raw', import: 'default' });
const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '../../../server/src/**/*.{ts,md}', '!**/*.test.*'], {
	eager: true,
	query: '?raw',
	import: 'default',
});

describe('every table of texts', () => {
	expect(Object.keys(modules).length).toBeGreaterThan(5);
	expect(tables.size).toBeGreaterThan(5);
	it.each([...tables])('%s has the same keys, values and plurals in both languages', (name, { en, fi }) => {
		expect(Object.keys(fi).toSorted()).toEqual(Object.keys(en).toSorted());
		for (const [key, text] of Object.entries(en)) {
			const names = (one: unknown) => [...String(one).matchAll(/\{\{(\w+)\}\}/g)].map((found) => found[1]).toSorted();
			const translated: unknown = Reflect.get(fi, key);
			expect(String(translated).trim(), `${name}.${key}`).not.toBe('');
			expect(names(translated), `${name}.${key}`).toEqual(names(text));
		}
	});
	it('counts one thing as one', () => {
		for (const [name, { en }] of tables)
			for (const [key, text] of Object.entries(en))
				if (!/_(one|other)$/.test(key))
					expect(text, `${name}.${key}`).not.toMatch(/\{\{(?!made)\w+\}\} (rows|runs|people|recipients|messages could)\b/);
	});
	it('has one Finnish name for a thing, in the portal and in what the server says', () => {
		const other = /pääkäyttäj|lahjakort|kojelau|toimintalok|pidossa|yksityisyyte[ne]|allekirjoitettu pää|isäntänim/i;
		for (const [file, source] of Object.entries(sources)) expect(other.exec(source)?.[0], file).toBeUndefined();
	});
	it('has a Finnish title and menu label for every screen', () => {
		for (const text of screens.flatMap((screen) => [screen.title, ...(screen.menu ?? []).map((one) => one.label)])) {
			expect(text.en).not.toBe('');
			expect(text.fi).not.toBe('');
		}
	});
});

describe('the fixed texts of the contract', () => {
	it('are all known in Finnish, and fall back word for word', () => {
		const texts = allCalls.flatMap((call) => [call.failure, call.success, call.invalid]).filter((text) => text !== undefined);
		for (const text of texts) {
			expect(fixedText(text, 'en')).toBe(text);
			expect(fixedText(text, 'fi'), text).not.toBe(text);
		}
		expect(fixedText('Nobody wrote this', 'fi')).toBe('Nobody wrote this');
	});
	it('of its field rules are all known in Finnish', () => {
		const rules = Object.values(contract).flatMap((source) => [...source.matchAll(/error: '([^']+)'/g)].map((found) => found[1] ?? ''));
		expect(rules.length).toBeGreaterThan(10);
		for (const rule of new Set(rules)) expect(fieldRules[rule], rule).toBeDefined();
	});
});
