/** The five kinds of help: each is asked for by its own page, once, with its limit, and what comes stands there. */

import { consents } from '@luvalla/contract/consent/ledger';
import { tcfConfigurations } from '@luvalla/contract/consent/tcf';
import { type HelpItem, helpContent } from '@luvalla/contract/guidance/content';
import { authenticate } from '@luvalla/contract/identity/account';
import { domainCounts } from '@luvalla/contract/insight/counts';
import { channelCount, domainEventCounts } from '@luvalla/contract/insight/event-counts';
import { needs } from '@luvalla/contract/insight/needs';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type * as z from 'zod';
import { answers, refuses } from '#portal/lib/handlers.ts';
import { channelCounts, countsOf, eventsOf } from '#portal/test/counts.ts';
import { bootOf, type Kind } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';

type Item = z.infer<typeof HelpItem>;

/** Whatever is looked for is in sight. */
class InSight {
	readonly #tell: IntersectionObserverCallback;
	constructor(tell: IntersectionObserverCallback) {
		this.#tell = tell;
	}
	observe() {
		this.#tell([{ isIntersecting: true } as IntersectionObserverEntry], this as unknown as IntersectionObserver);
	}
	unobserve() {}
	disconnect() {}
	takeRecords() {
		return [];
	}
}
const before = window.IntersectionObserver;
afterEach(() => {
	vi.stubGlobal('IntersectionObserver', before);
});

const open = async (path: string, kind: Kind | null) => {
	vi.stubGlobal('IntersectionObserver', InSight);
	const asked: Record<string, string>[] = [];
	const app = await renderApp(path, {
		handlers: [
			answers(helpContent, ({ url }) => {
				const query = Object.fromEntries(url.searchParams);
				asked.push(query);
				// as many as there may be, and they say of what they are
				return Array.from({ length: Number(query.limit) }, (_, n): Item => {
					const name = `${query.type} ${n + 1}`;
					return { type: query.type as Item['type'], title: `t${n}`, heading: name, content: `<p>Of ${name}.</p>`, accordion: [] };
				});
			}),
			answers(domainCounts, [countsOf(1200), countsOf(960, 0.5)]),
			answers(domainEventCounts, [eventsOf(480), eventsOf(240)]),
			answers(channelCount, { channelCounts: channelCounts(), userCount: 1024 }),
			answers(needs, []),
			answers(consents, [], { total: 0, next: null }),
			answers(tcfConfigurations, [], { total: 0, next: null }),
			...(kind === null ? [refuses(authenticate, 401, { code: 'signed_out' })] : bootOf(kind)),
		],
	});
	return { ...app, of: (type: string) => asked.filter((one) => one.type === type) };
};
const guide = async (app: Awaited<ReturnType<typeof open>>) => app.user.click(await screen.findByRole('button', { name: 'Guide me' }));

it('featureHelp: any page, by its title and to two', async () => {
	const app = await open('/tcfconfig', 'customerAdmin');
	await guide(app);
	expect(await screen.findByRole('heading', { name: 'featureHelp 2' })).toBeVisible();
	expect(app.of('featureHelp')).toEqual([{ type: 'featureHelp', title: 'TCF configurations', limit: '2' }]);
});

it('tcfConfigHelp: the TCF configurator, to two, below the page’s own help', async () => {
	const app = await open('/tcfconfig', 'customerAdmin');
	await guide(app);
	expect(await screen.findByRole('heading', { name: 'tcfConfigHelp 2' })).toBeVisible();
	expect(screen.getAllByRole('heading', { name: /^tcfConfigHelp/ })).toHaveLength(2);
	expect(app.of('tcfConfigHelp')).toEqual([{ type: 'tcfConfigHelp', limit: '2' }]);
	// another page has none of it
	app.unmount();
	const other = await open('/customerdashboard', 'customerAdmin');
	await guide(other);
	expect(await screen.findByRole('heading', { name: 'featureHelp 2' })).toBeVisible();
	expect(other.of('tcfConfigHelp')).toEqual([]);
});

it('dashboardCardsV2: the dashboard, to ten, once its foot is in sight', async () => {
	const app = await open('/customerdashboard', 'customerAdmin');
	expect(await screen.findByRole('heading', { name: 'dashboardCardsV2 10' })).toBeVisible();
	expect(app.of('dashboardCardsV2')).toEqual([{ type: 'dashboardCardsV2', limit: '10' }]);
	expect(screen.getByText('Of dashboardCardsV2 1.')).toBeVisible();
});

it.each([
	['welcomePage', '/welcome'],
	['registration', '/register'],
])('%s: its page for whoever is signed out, to ten', async (type, path) => {
	const app = await open(path, null);
	await waitFor(() => expect(app.of(type)).toEqual([{ type, limit: '10' }]));
	expect(await screen.findByText(`${type} 10`)).toBeVisible();
});
