import { afterEach, expect, it, vi } from 'vitest';
import { byName, chooseLanguage, currentLanguage, startLanguage } from './say.ts';

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
