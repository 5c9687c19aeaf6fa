import { afterEach, expect, it, vi } from 'vitest';
import { byName, chooseLanguage, currentLanguage, languages, locales, numberText, pluralOf, startLanguage } from './say.ts';

afterEach(() => chooseLanguage('en'));

const elsewhere = (key: string, newValue: string | null) =>
	window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }));

it('is English until somebody chooses, whatever the browser says', () => {
	localStorage.removeItem('luvalla.language');
	vi.spyOn(navigator, 'language', 'get').mockReturnValue('fi-FI');
	expect(startLanguage()).toBe('en');
});

it('follows the language that is chosen in another tab, and nothing else that is kept there', () => {
	localStorage.setItem('luvalla.language', 'en');
	startLanguage();
	elsewhere('luvalla.language', 'fi');
	expect([currentLanguage(), document.documentElement.lang]).toEqual(['fi', 'fi']);
	elsewhere('luvalla.scheme', 'en');
	elsewhere('luvalla.language', 'sv');
	elsewhere('luvalla.language', null);
	expect(currentLanguage()).toBe('fi');
});

it('orders names as they are read: å, ä and ö last in Finnish', () => {
	chooseLanguage('fi');
	expect(['Öljy', 'zebra', 'Ämpäri', 'Åbo', 'Ahven'].sort(byName)).toEqual(['Ahven', 'zebra', 'Åbo', 'Ämpäri', 'Öljy']);
});

it.each(languages)('writes numbers and counts things as the browser would (%s)', (language) => {
	const whole = Array.from({ length: 17 }, (_, digits) => 10 ** digits).flatMap((n) => [n - 1, n, n + 1, 3 * n]);
	const all = [...whole, Number.MAX_SAFE_INTEGER, 2 ** 53, -1, -1586, 0.5, 1586.25];
	const numbers = new Intl.NumberFormat(locales[language]);
	expect(all.map((n) => numberText(n, language))).toEqual(all.map((n) => numbers.format(n)));
	const plurals = new Intl.PluralRules(language);
	expect(all.map(pluralOf)).toEqual(all.map((n) => plurals.select(n)));
});
