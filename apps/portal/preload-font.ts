/** A Vite plugin that preloads one font file: the text of the first paint needs it before its style sheet is read. */
import type { Plugin } from 'vite';

/** @param name the start of the emitted file's name, without hash */
export function preloadFont(name: string): Plugin {
	return {
		name: 'luvalla:preload-font',
		apply: 'build',
		transformIndexHtml: {
			order: 'post',
			handler(_html, context) {
				const file = Object.keys(context.bundle ?? {}).find((path) => path.includes(name) && path.endsWith('.woff2'));
				if (!file) throw new Error(`No font ${name} among the built files`);
				return [
					{
						tag: 'link',
						attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file}` },
						injectTo: 'head-prepend',
					},
				];
			},
		},
	};
}
