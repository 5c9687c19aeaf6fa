/** What mail programs, browsers and scanners really call themselves. */
import { expect, test } from 'vitest';
import { isMachine } from '../../src/wings/engagement/tracking/machines.ts';

test.each([
	'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)',
	'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
	'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; Win64; x64; Trident/8.0; .NET4.0C; .NET4.0E; ms-office; MSOffice 16)',
	'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.5.0',
	'Outlook-iOS/709.2226530.prod.iphone (3.24.1)',
	'Mozilla/5.0 (Linux; Android 11; CUBOT X30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
	'Mozilla/5.0 (Linux; Android 14; SM-S911B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A]',
	'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
	'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html',
])('a person reads with %s', (agent) => {
	expect(isMachine('GET', { 'user-agent': agent })).toBe(false);
});

test.each([
	'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
	'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
	'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/130.0.0.0 Safari/537.36',
	'Mozilla/5.0 (compatible; Barracuda Sentinel)',
	'WhatsApp/2.23.20.0',
	'Go-http-client/1.1',
	'Mozilla/5.0',
	'',
])('no person reads with %s', (agent) => {
	expect(isMachine('GET', { 'user-agent': agent })).toBe(true);
});
