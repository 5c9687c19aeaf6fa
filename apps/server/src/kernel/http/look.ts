/**
 * The look of the few pages that the server draws itself, by the tokens of the portal (visual.md sections 3 to 5): its font, its colours
 * light and dark, its mark. Each page puts its own rules behind `LOOK`.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import type { FastifyInstance } from 'fastify';

/** The portal's font as it keeps it: which file has which signs stands in its style sheet. */
const FOLDER = join(import.meta.dirname, '../../../../portal/src/theme/font');
const PREFIX = '/fonts/';

/** Files by the names under which they are served. */
const files = new Map<string, string>();
const faces = readFileSync(join(FOLDER, 'font.css'), 'utf8')
	.replace(/\/\*[\s\S]*?\*\//g, '')
	.replace(/url\("([^"]+)"\)/g, (_, from: string) => {
		const path = from.startsWith('./') ? join(FOLDER, from) : createRequire(join(FOLDER, 'font.css')).resolve(from);
		files.set(basename(path), path);
		return `url(${PREFIX}${basename(path)})`;
	})
	.replace(/\s+/g, ' ');

/**
 * `--g` ground, `--s` sheet, `--t` text, `--q` quieter text, `--l` lines, `--e` edges of fields, `--a` accent, `--f` filled buttons
 * and `--o` what stands on them, `--h` what the pointer is over, `--n` a note's ground.
 */
export const LOOK = `${faces}:root{color-scheme:light dark;--g:#f4f6f5;--s:#fff;--t:#16201e;--q:#4c5957;--l:#e3e8e7;--e:#7f8b87;--a:#016465;--f:#016465;--o:#fff;--h:#f3f6f5;--n:#f0f9f9;--r:#9c2024}
@media (prefers-color-scheme:dark){:root{--g:#0c1112;--s:#141a1b;--t:#e8eeed;--q:#a9b5b3;--l:#283132;--e:#6f7c7c;--a:#90caca;--f:#077a7b;--o:#fff;--h:#1b2324;--n:#162323;--r:#ee746d}}
*{box-sizing:border-box}body{margin:0;background:var(--g);color:var(--t);font:400 16px/24px 'Instrument Sans Variable',system-ui,sans-serif;word-spacing:.05em;overflow-wrap:anywhere}
h1{font-size:28px;line-height:36px;font-weight:650;letter-spacing:-.02em;margin:0 0 8px}h2{font-size:17px;line-height:24px;font-weight:650;margin:32px 0 8px}h3{font-size:16px;line-height:24px;font-weight:600;margin:0 0 4px}
p{margin:0 0 12px}.q{color:var(--q)}button,select,input{font:inherit}a{color:var(--a);text-decoration:none}a:hover{text-decoration:underline;text-underline-offset:3px}p a,dd a{text-decoration:underline;text-underline-offset:3px}
:focus-visible{outline:2px solid var(--a);outline-offset:2px}.v{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.mark{display:inline-flex;gap:10px;align-items:center;font-weight:650;letter-spacing:-.02em;color:var(--t)}.mark svg{color:var(--a)}`;

/** The mark (visual.md section 2). */
export const MARK =
	'<svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true"><path d="M8 4v14.5A5.5 5.5 0 0 0 13.5 24H28" fill="none" stroke="currentColor" stroke-width="5" stroke-linecap="round"/><circle cx="20.5" cy="11.5" r="5.5" fill="#f2a33a"/></svg>';

/** What a page in this look may load: its own style, the font, and what `more` says. */
export const lookPolicy = (style: string, more: string): string =>
	`default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'; ${more}`;

/** The font, for pages that cannot know the names of the portal's built files. */
export const registerFonts = (app: FastifyInstance): void => {
	for (const [name, path] of files) {
		const font = readFileSync(path);
		app.get(`${PREFIX}${name}`, (_request, reply) =>
			reply
				.header('content-type', 'font/woff2')
				// the preview of a form is a frame without an origin
				.header('access-control-allow-origin', '*')
				.header('cache-control', 'public, max-age=2592000')
				.header('x-content-type-options', 'nosniff')
				.send(font),
		);
	}
};
