/** The line of a page that lets something in, and how it has to stand: read from the page's source and who asked for what. */
import type { ScanItem, ScanSource } from '@luvalla/contract/consent/scans.ts';
import { expect, test } from 'vitest';
import { containerTags } from '../../src/wings/consent/scans/containers.ts';
import { fixOf } from '../../src/wings/consent/scans/fix.ts';
import { tagsOf } from '../../src/wings/consent/scans/tags.ts';

const PAGE = 'https://shop.example/';
const HTML = `<!doctype html>
<html><head><base href="/assets/">
<script async
  src="https://tags.example/gtm.js?id=GTM-AB12" type='text/javascript'></script>
<script>
  document.title = '<script src="/never.js">';
  document.cookie = 'x=1';
</script>
<noscript><img src="https://px.example/no.gif"></noscript>
<script type="module" src="own.js"></script>
</head><body>
<iframe title="v" src="https://video.example/1?a=b"></iframe><img alt="" src='https://px.example/p.gif?x'>
<script data-luvalla="statistics" type="text/plain" data-src="https://late.example/a.js"></script>
</body></html>`;
const tags = new Map([[PAGE, tagsOf(HTML, new URL(PAGE))]]);

const item = (change: Partial<ScanItem> = {}): ScanItem => ({
	...{ kind: 'cookie', name: 'x', host: 'shop.example', party: 'first', bytes: 2, cookie: null },
	seen: { before: null, accept: null, reject: null },
	...change,
});
const source = (url: string, line: number | null, chain: ScanSource['chain'] = [], by: ScanSource['by'] = 'script'): ScanSource => ({
	...{ by, url, line, column: 1, chain },
});
const onPage = (line: number | null) => ({ url: PAGE, line, column: 1 });
const fixed = (found: ReturnType<typeof fixOf>) => found && [found.line, found.after];

test('tags are read with their lines, addresses and letters; what stands in texts is no tag', () => {
	expect(tags.get(PAGE)?.map(({ kind, address, line, endLine }) => [kind, address, line, endLine])).toEqual([
		['script', 'https://tags.example/gtm.js?id=GTM-AB12', 3, 4],
		['script', null, 5, 8],
		['script', 'https://shop.example/assets/own.js', 10, 10],
		['frame', 'https://video.example/1?a=b', 12, 12],
		['image', 'https://px.example/p.gif?x', 12, 12],
		['script', null, 13, 13],
	]);
});

test('a script of another site is marked where the page names it, however far up it stands, and its container is named', () => {
	const far = source('https://px.example/fb.js', 1, [{ url: 'https://tags.example/gtm.js?id=GTM-AB12', line: 7, column: 1 }, onPage(3)]);
	const found = fixOf(item(), far, tags, 'marketing');
	expect(found).toEqual({
		page: PAGE,
		line: 3,
		before: `<script async\n  src="https://tags.example/gtm.js?id=GTM-AB12" type='text/javascript'>`,
		after: `<script type="text/plain" data-luvalla="marketing" async\n  data-src="https://tags.example/gtm.js?id=GTM-AB12">`,
		category: 'marketing',
		container: 'GTM-AB12',
		tag: null,
	});
});

/** As a container's script is written; texts with brackets and quotes are no ends of its list. */
const CONTAINER = `// Copyright
(function(){var data = {"resource": {"version":"7","macros":[{"function":"__u"}],"tags":[
{"function":"__html","vtp_html":["template","\\u003Cscript\\u003E!function(f){f.a=[\\"]\\"]}(window,'https:\\/\\/px.example\\/fb.js');fbq('init','1')\\u003C\\/script\\u003E"],"tag_id":5},
{"function":"__googtag","vtp_tagId":"G-7Q2M4X","tag_id":12},{"function":"__googtag","vtp_tagId":"G-OTHER1","tag_id":13},
{"function":"__html","vtp_html":"document.cookie='own_seen=1'","tag_id":20},{"function":"__tg","tag_id":"x"},null],"predicates":[]}};})()`;
test('which tag of the container lets something in is told by what it loads, its ids or the name; not where several could', () => {
	const containers = new Map([['GTM-AB12', containerTags(CONTAINER)]]);
	const manager = { url: 'https://tags.example/gtm.js?id=GTM-AB12', line: 7, column: 1 };
	const tagOf = (name: string, at: string): unknown => {
		const by = at === manager.url ? source(at, 7, [onPage(3)]) : source(at, 1, [manager, onPage(3)]);
		return fixOf(item({ name }), by, tags, 'marketing', containers)?.tag;
	};
	expect(containers.get('GTM-AB12')?.map(({ id, kind }) => [id, kind])).toEqual([
		[5, 'html'],
		[12, 'googtag'],
		[13, 'googtag'],
		[20, 'html'],
	]);
	expect(tagOf('_fbp', 'https://px.example/fb.js?v=2')).toEqual({ id: 5, kind: 'html' });
	expect(tagOf('_ga', 'https://www.tags.example/gtag/js?id=G-7Q2M4X')).toEqual({ id: 12, kind: 'googtag' });
	expect(tagOf('own_seen', manager.url)).toEqual({ id: 20, kind: 'html' });
	expect(tagOf('nobody_knows', manager.url)).toBeNull();
	expect(containerTags('var tags = "x"; {"tags":[1,')).toEqual([]);
	expect(containerTags('{"tags":[}]')).toEqual([]);
});

test('a script in the page is marked where it begins; a module stays one', () => {
	expect(fixed(fixOf(item(), source(PAGE, 7), tags, 'statistics'))).toEqual([5, '<script type="text/plain" data-luvalla="statistics">']);
	const own = source('https://shop.example/assets/own.js', 2, [onPage(10)]);
	expect(fixed(fixOf(item(), own, tags, 'statistics'))).toEqual([
		10,
		'<script type="text/plain" data-luvalla="statistics" data-type="module" data-src="own.js">',
	]);
});

test('a cookie that a picture’s or a frame’s answer sets is traced to its tag, and so is what is asked of its host', () => {
	const pixel = source('https://px.example/p.gif?x', null, [onPage(12)], 'response');
	expect(fixed(fixOf(item({ host: 'px.example' }), pixel, tags, 'marketing'))).toEqual([
		12,
		`<img data-luvalla="marketing" alt="" data-src='https://px.example/p.gif?x'>`,
	]);
	const video = item({ kind: 'frame', name: 'https://video.example/1', host: 'video.example' });
	expect(fixed(fixOf(video, source(PAGE, 12), tags, 'media'))).toEqual([
		12,
		'<iframe data-luvalla="media" title="v" data-src="https://video.example/1?a=b">',
	]);
});

test('nothing is said where no line is known to do it: the page’s own answer, another page, a tag that waits already', () => {
	expect(fixOf(item(), source(PAGE, null, [], 'response'), tags, 'marketing')).toBeNull();
	expect(fixOf(item(), source('https://shop.example/other', 4), tags, 'marketing')).toBeNull();
	expect(fixOf(item(), null, tags, 'marketing')).toBeNull();
	expect(fixOf(item(), source('https://late.example/a.js', 3, [onPage(13)]), tags, 'marketing')).toBeNull();
});
