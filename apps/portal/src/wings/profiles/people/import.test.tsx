/** The import: a file is checked first, shown as it goes, stopped, and imported once it was looked at. */
import { importAnswers, importChecked, people } from '@luvalla/contract/consent/people';
import { purposes } from '@luvalla/contract/consent/purposes';
import { cancelRun, type Run, run as runCall, runFindings, runs } from '@luvalla/contract/runs';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answers } from '#portal/lib/handlers.ts';
import { bootOf, idOf } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';

const run = (over: Partial<Run> = {}): Run => ({
	id: idOf(70),
	kind: 'consent-import',
	state: 'done',
	domainId: idOf(1),
	about: { fileName: 'old tool.csv', dryRun: true },
	total: 1000,
	done: 1000,
	counts: { rows: 20, stored: 17, known: 1, behind: 2, rejected: 2 },
	found: 2,
	problem: null,
	createdAt: '2026-11-21T10:00:00.000Z',
	startedAt: '2026-11-21T10:00:01.000Z',
	endedAt: '2026-11-21T10:00:03.000Z',
	createdBy: idOf(60),
	can: { cancel: false },
	...over,
});

const open = (address: string, shown: () => Run) =>
	renderApp(`/domainprofiles?show=consents&id=import${address}`, {
		handlers: [
			...bootOf('customerAdmin'),
			answers(people, [], { total: 0, next: null }),
			answers(purposes, []),
			answers(runs, [run()], { total: 1, next: null }),
			answers(runCall, shown),
			answers(
				runFindings,
				[
					{ line: 4, column: 'email', value: 'not an address', code: 'malformed', row: [] },
					{ line: 9, column: 'source', value: '', code: 'source_needed', row: [] },
				],
				{ total: 2, next: null },
			),
			answers(importAnswers, () => run({ state: 'waiting', done: 0 })),
			answers(importChecked, () => run({ id: idOf(71), about: { fileName: 'old tool.csv', dryRun: false } })),
			answers(cancelRun, () => run({ state: 'cancelled' })),
		],
	});

it('shows a run as it goes, and stops it after a question', async () => {
	let shown = run({ state: 'running', done: 420, endedAt: null, can: { cancel: true }, found: 0 });
	const { user } = await open(`&run=${idOf(70)}`, () => shown);
	const bar = await screen.findByRole('progressbar', { name: 'Progress of Check of old tool.csv' });
	expect(bar).toHaveAttribute('aria-valuenow', '42');
	expect(screen.getByText('42%')).toBeInTheDocument();
	expect(screen.queryByRole('button', { name: 'Import answers' })).toBeNull();
	shown = run({ state: 'cancelled', done: 420 });
	await user.click(screen.getByRole('button', { name: 'Stop the run' }));
	const question = await screen.findByRole('dialog', { name: 'Stop Check of old tool.csv?' });
	await user.click(within(question).getByRole('button', { name: 'Stop the run' }));
	expect(await screen.findByText('Stopped')).toBeInTheDocument();
});

it('names what was not taken, and imports what was checked', async () => {
	const { user, router } = await open(`&run=${idOf(70)}`, () => run());
	const rejected = await screen.findByRole('table', { name: 'Rejected' });
	expect(await within(rejected).findByText('not an address')).toBeInTheDocument();
	expect(within(rejected).getByText('A yes needs a source')).toBeInTheDocument();
	await user.click(screen.getByRole('button', { name: 'Import answers' }));
	await waitFor(() => expect(router.state.location.search).toMatchObject({ run: idOf(71) }));
});

it('says why a file could not be read', async () => {
	await open(`&run=${idOf(70)}`, () => run({ state: 'failed', problem: 'no_columns', found: 0, counts: {} }));
	expect(await screen.findByRole('alert')).toHaveTextContent('The first line must name the columns');
	expect(screen.queryByRole('button', { name: 'Import answers' })).toBeNull();
});

it('leads back to files of before', async () => {
	const { user, router } = await open('', () => run());
	const earlier = await screen.findByRole('table', { name: 'Earlier files' });
	await user.click(await within(earlier).findByRole('button', { name: 'Check of old tool.csv' }));
	await waitFor(() => expect(router.state.location.search).toMatchObject({ run: idOf(70) }));
});
