/** Sign-up forms: the list, and the editor with what came of a form. */
import {
	type FormConfig,
	type FormCounts,
	previewSignupForm,
	type ShownForm,
	type SignupForm,
	signupFormCounts,
	signupForms,
} from '@luvalla/contract/consent/forms';
import { type Purpose, purposes } from '@luvalla/contract/consent/purposes';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answers, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { bootOf, idOf } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { NO_COUNTS } from './FormTab.tsx';

const letters: Purpose = {
	id: idOf(81),
	domainId: idOf(1),
	domain: 'shop.example',
	name: 'Club letter',
	legalBasis: 'consent',
	version: 1,
	retentionMonths: null,
	shortening: null,
	createdAt: '2026-11-01T08:00:00.000Z',
	channels: ['email'],
	basis: 'consent',
	basisSegment: null,
	tracks: false,
	live: false,
	yes: 0,
	no: 0,
	versions: [
		{
			version: 1,
			wording: { en: { name: 'Club letter', about: 'We write.' }, fi: { name: 'Kerhokirje', about: 'Kirjoitamme.' } },
			createdAt: '2026-11-01T08:00:00.000Z',
			material: false,
		},
	],
	editable: true,
};
const config: FormConfig = {
	purposeId: letters.id,
	languages: ['en', 'fi'],
	fields: [],
	look: { background: '#fdf9f3', text: '#16201e', button: '#2a4a3f', buttonText: '#ffffff', beside: true },
	texts: { en: { brand: '', title: 'Join', text: '', button: 'Join', subject: 'Was it you?', letter: '' } },
	confirm: true,
	limits: { letterDays: 7, lettersPerHour: 100, lettersPerNetwork: 10 },
	after: { asked: '', confirmed: '' },
};
const club: SignupForm = {
	id: idOf(91),
	title: 'Join the club',
	domain: 'shop.example',
	domainId: idOf(1),
	config,
	purpose: 'Club letter',
	status: 0,
	version: 0,
	savedAt: '2026-11-20T08:00:00.000Z',
	savedBy: 'outi',
	publishedAt: null,
	pictured: null,
};
const counts: FormCounts = { ...NO_COUNTS, scriptBytes: 3000 };
const shown: ShownForm = {
	form: club.id,
	language: 'fi',
	brand: '',
	title: 'Join',
	text: '',
	fields: [],
	optional: 'Valinnainen',
	name: 'Kerhokirje',
	about: 'Kirjoitamme.',
	button: 'Join',
	note: '',
	taken: '',
	failed: '',
	look: config.look,
};

const open = (path: string, known = [letters]) =>
	renderApp(path, {
		handlers: [
			answers(signupForms, [club], { total: 1, next: null }),
			answers(signupFormCounts, counts),
			answers(purposes, known),
			answers(previewSignupForm, { form: shown, letter: { subject: '', html: '' }, asked: '', confirmed: '' }),
			...bootOf('customerAdmin'),
		],
	});

it('calls the purpose of a form as its words do in the reader’s language, in the list and in the editor', async () => {
	chooseLanguage('fi');
	const { unmount } = await open('/signupforms');
	const row = (await screen.findByRole('link', { name: 'Join the club' })).closest('tr') as HTMLElement;
	expect(await within(row).findByText('Kerhokirje')).toBeVisible();
	expect(within(row).queryByText('Club letter')).toBeNull();
	unmount();
	await open(`/signupforms/${club.id}`);
	expect(await screen.findByRole('combobox', { name: 'Kysyy suostumusta' })).toHaveValue('Kerhokirje · versio 1');
});

it('begins with the purpose that was just made', async () => {
	const made = { ...letters, id: idOf(82), name: 'Invitations', channels: [] };
	await open(`/signupforms/new?purpose=${made.id}`, [letters, made]);
	expect(await screen.findByRole('combobox', { name: 'Asks for' })).toHaveValue('Invitations · version 1');
});

it('writes a share of nothing as lists do', async () => {
	await open(`/signupforms/${club.id}`);
	const confirmed = (await screen.findByText('Nothing was kept out.')) && screen.getByText('Confirmed', { selector: 'dt' });
	expect(confirmed.closest('div')).toHaveTextContent('Confirmed0—');
});

it('shows the form on its own ground, to the end of the frame', async () => {
	await open(`/signupforms/${club.id}`);
	expect(await screen.findByTitle('Preview of the form')).toHaveStyle({ background: config.look.background });
});

it.each([
	[`/signupforms/${club.id}`, 'Join the club'],
	['/signupforms/new', 'New sign-up form'],
])('is a page with a name and a way back where its purposes do not come: %s', async (path, name) => {
	const refused = refuses(purposes, 503, { code: 'starting' });
	await renderApp(path, { handlers: [answers(signupForms, [club], { total: 1, next: null }), refused, ...bootOf('customerAdmin')] });
	expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible();
	expect(within(screen.getByRole('main')).getByRole('link', { name: 'Sign-up forms' })).toHaveAttribute('href', '/signupforms');
	expect(screen.getByRole('alert')).toHaveTextContent('The form could not be loaded.');
});
