/// <reference types="vitest/config" />
/** Builds and serves the portal; tests run under the same transforms. What builds it is installed without what tests it. */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compress } from './compress.ts';
import { lateSchemas } from './late-schemas.ts';
import { parts } from './parts.ts';
import { preloadFont } from './preload-font.ts';
import { withoutColours } from './without-colours.ts';
import { withoutEval } from './without-eval.ts';
import { withoutJsonSchema } from './without-json-schema.ts';
import { withoutProse } from './without-prose.ts';
import { withoutScrollArea } from './without-scroll-area.ts';
import { withoutSecondIds } from './without-second-ids.ts';
import { withoutStacks } from './without-stacks.ts';
import { writePlaces } from './write-places.ts';

/** The server of `npm run dev`; its cookies and redirects are for this origin, so the paths are passed on unchanged. */
const server = `http://localhost:${process.env.PORT ?? 4000}`;

/**
 * Whose components remember what they drew: screens, and of what they share lists, charts and rules. The frame, forms and small pieces are
 * drawn seldom or are little, and their memory would make every page 9 kB heavier.
 */
const REMEMBERING = ['/src/wings/', '/src/lib/', '/src/theme/', ...['list', 'chart', 'rule'].map((part) => `/src/ui/${part}/`)];

export default defineConfig({
	root: fileURLToPath(new URL('.', import.meta.url)),
	plugins: [
		react({ compiler: { sources: REMEMBERING } }),
		lateSchemas(),
		withoutColours(),
		withoutEval(),
		withoutJsonSchema(),
		withoutProse(),
		withoutScrollArea(),
		withoutSecondIds(),
		withoutStacks(),
		preloadFont('instrument-sans-core'),
		compress(),
		writePlaces(),
	],
	resolve: { alias: { '#portal': fileURLToPath(new URL('./src', import.meta.url)) } },
	/** The server replaces this placeholder in each response. */
	html: { cspNonce: '__NONCE__' },
	build: {
		outDir: 'dist',
		emptyOutDir: true,
		target: 'es2023',
		sourcemap: false,
		chunkSizeWarningLimit: 900,
		assetsInlineLimit: 0,
		modulePreload: { polyfill: false },
		// Files name those that they need, and a hash packs badly: seven letters instead of eight take 350 bytes off a list's page.
		rolldownOptions: {
			output: {
				codeSplitting: { groups: parts },
				entryFileNames: 'assets/[name]-[hash:7].js',
				chunkFileNames: 'assets/[name]-[hash:7].js',
				assetFileNames: 'assets/[name]-[hash:7][extname]',
			},
		},
	},
	worker: { format: 'es' },
	server: {
		port: 4200,
		strictPort: true,
		proxy: Object.fromEntries(
			['/api', '/identity', '/cmp', '/edge', '/mailbox'].map((path) => [path, { target: server, changeOrigin: false }]),
		),
	},
	preview: { port: 4201, strictPort: true },
	test: {
		environment: 'jsdom',
		environmentOptions: { jsdom: { url: 'http://localhost:4200/' } },
		setupFiles: ['./src/test/setup.ts'],
		css: false,
		testTimeout: 400_000,
		maxWorkers: 4,
	},
});
