import { createServer } from 'node:http';
import { chromium } from 'playwright-core';
import { ours } from './lib/banners.ts';
const LARGE = Array.from({ length: 500 }, () => `<div>${'<p>x</p>'.repeat(99)}</div><script>window.n=(window.n||0)+1</script>`).join('');
const [bare, full] = [await ours('luvalla', false), await ours('luvalla, every known tag', true)];
const files = new Map([...bare.files, ...[...full.files].map(([p, f]) => [p.replace('/cmp/d/', '/cmp/d/full-'), f] as const)]);
const heads: Record<string, string> = { none: '', bare: bare.head, full: full.head.replace('/cmp/d/', '/cmp/d/full-'), marked: `${bare.head}<script type="text/plain" data-luvalla="statistics">1</script>`,
 mo: '<script>new MutationObserver(()=>{}).observe(document,{childList:true,subtree:true})</script>',
 moiter: '<script>window.c=0;new MutationObserver((cs)=>{for(const {addedNodes} of cs)for(const n of addedNodes)c++}).observe(document,{childList:true,subtree:true})</script>',
 moidx: '<script>window.c=0;new MutationObserver((cs)=>{for(let i=0;i<cs.length;i++){const a=cs[i].addedNodes;for(let j=0;j<a.length;j++)if(a[j].nodeType===1)c++}}).observe(document,{childList:true,subtree:true})</script>',
};
const server = createServer((q, r) => { const p = decodeURIComponent((q.url ?? '/').slice(1)); if (q.method === 'POST') return void r.end('{}'); const f = files.get('/' + p); if (f) return void r.writeHead(200, { 'content-type': f.type, 'cache-control': 'max-age=600' }).end(f.text); if (p in heads) return void r.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><html lang=en><head><meta charset=utf-8>${heads[p]}<title>x</title></head><body>${LARGE}`); r.writeHead(404).end(); });
await new Promise<void>(d => server.listen(0, '127.0.0.1', d));
const url = `http://localhost:${(server.address() as any).port}/`;
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const c = await b.newContext();
const p0 = await c.newPage(); await p0.goto(url + 'bare'); await p0.evaluate(`new Promise(d=>luvalla.$.withUi(u=>{u.decide({statistics:true,marketing:true,media:true});setTimeout(d,300)}))`); await p0.close();
const t: Record<string, number[]> = {};
for (let i = 0; i < Number(process.argv[2] ?? 3); i++) for (const n of process.argv[3]?.split(',') ?? Object.keys(heads)) { const p = await c.newPage(); const s = await c.newCDPSession(p); await s.send('Performance.enable', { timeDomain: 'threadTicks' }); await p.goto(url + n, { waitUntil: 'load' }); const m = (await s.send('Performance.getMetrics')).metrics; const v = 1000 * m.find((x: any) => x.name === 'TaskDuration')!.value; (t[n] ??= []).push(Math.round(v)); await p.close(); }
for (const n in t) console.log(n.padEnd(8), t[n]!.sort((a, b) => a - b)[Math.floor(t[n]!.length / 2)], t[n]!.join(' '));
await b.close(); server.closeAllConnections(); server.close();
