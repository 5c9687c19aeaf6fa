/** Contents as people use them: the list, its acts, and the editor with its preview and its hints. */
import {
	addContent,
	approveContent,
	changeContent,
	contentFields,
	contents,
	copyContent,
	type Hint,
	previewContent,
	previewPeople,
	removeContent,
	type TranslatedTemplate,
	translateTemplate,
} from '@luvalla/contract/engagement/contents';
import { textSenders } from '@luvalla/contract/engagement/text-messages';
import { audiences } from '@luvalla/contract/profiles/audiences';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from '#portal/lib/client.ts';
import { answers, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { content, rendered } from '#portal/test/content.ts';
import { bootOf, idOf, mapped } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { keptRequests } from '#portal/test/requests.ts';
import { server } from '#portal/test/setup.ts';
import { framed } from '#portal/ui/letter-frame.ts';
import { begunBefore, piecesOf, withField } from './liquid.ts';

const hint = (more: Partial<Hint>): Hint => ({
	level: 'error',
	code: 'missing',
	language: 'en',
	control: null,
	detail: '',
	instead: null,
	line: null,
	column: null,
	...more,
});
const text = content(1, { title: 'Shop opens' });
const subject = content(2, {
	title: 'Subject of all',
	contentType: 'subject',
	channel: null,
	content: 'Hello',
	controls: { en: { subject: 'Hello' } },
	status: 5,
	uses: 2,
});
const unknown = hint({
	code: 'unknown_field',
	control: 'simpletext',
	detail: 'attributes.shpo',
	instead: 'attributes.shop',
	line: 1,
	column: 8,
});
const { asked, catching } = keptRequests();
beforeEach(() => chooseLanguage('en'));
const usual: HttpHandler[] = [
	answers(contents, ({ url }) => (url.searchParams.get('filter')?.startsWith('id:') ? [text] : [text, subject]), { total: 2, next: null }),
	answers(previewContent, { rendered, hints: [], madeText: null }),
	answers(contentFields, [
		{ path: 'person.first_name', label: { en: 'First name', fi: 'Etunimi' }, kind: 'text', value: 'Emma' },
		{ path: 'person.city', label: { en: 'City', fi: 'Paikkakunta' }, kind: 'text', value: 'Turku' },
	]),
	answers(previewPeople, [
		{ id: idOf(601), name: 'Emma Lindholm', email: 'emma@example.com', language: 'en' },
		{ id: idOf(602), name: 'Bo Berg', email: null, language: null },
	]),
	answers(textSenders, { stopWords: ['STOP', 'PERU'], connectors: [] }),
	answers(audiences, [], { total: 0, next: null }),
];
const open = (path: string, ...more: HttpHandler[]) =>
	renderApp(path, { handlers: [...more, ...bootOf('customerAdmin', mapped.slice(0, 2)), ...usual] });
const bodyOf = (n = -1) => Object(asked.at(n)?.body);

describe('the list', () => {
	it('says the number of a status that nobody named, and passes it for nothing else', async () => {
		await open('/contents', answers(contents, [{ ...text, status: 9 }], { total: 1, next: null }));
		expect(await screen.findByText('Status 9')).toBeVisible();
		expect(screen.queryByText('Draft')).not.toBeInTheDocument();
	});
	it('shows contents of the header’s domain with type, languages, status and use', async () => {
		await open('/contents', answers(contents, catching([text, subject]), { total: 2, next: null }));
		const table = await screen.findByRole('table', { name: 'Manage contents' });
		const first = within((await within(table).findByRole('link', { name: 'Shop opens' })).closest('tr') as HTMLElement);
		for (const words of ['SMS', 'English', 'Draft', 'None yet']) expect(first.getByText(words)).toBeVisible();
		const second = within(within(table).getByRole('link', { name: 'Subject of all' }).closest('tr') as HTMLElement);
		for (const words of ['Subject alone', 'Approved', '2 constellations']) expect(second.getByText(words)).toBeVisible();
		expect(asked[0]?.headers.get('domain_key')).toBe(idOf(1));
	});
	it('searches by title and filters by status and type on the server', async () => {
		const app = await open('/contents?status=5&channel=1', answers(contents, catching([text]), { total: 1, next: null }));
		await app.user.type(await screen.findByRole('searchbox', { name: 'Search by title' }), 'shop');
		await waitFor(() => expect(asked.at(-1)?.url.searchParams.get('q')).toBe('shop'));
		expect(asked.at(-1)?.url.searchParams.getAll('filter')).toEqual(['status:5', 'channel:1']);
	});
	it('asks once more after a 403, 2 seconds later, and then says the error', async () => {
		const waits: number[] = [];
		const wait = vi.spyOn(browser, 'wait').mockImplementation(async (ms) => void waits.push(ms));
		await open(
			'/contents',
			refuses(contents, 403, { code: 'not_allowed', error: 'You may not see this.' }, (one) => asked.push(one)),
		);
		expect(await screen.findByText('You may not see this.')).toBeVisible();
		expect(asked).toHaveLength(2);
		expect(waits).toEqual([2000]);
		wait.mockRestore();
	});
	it('approves, copies, and deletes after a question', async () => {
		const app = await open(
			'/contents',
			answers(approveContent, catching({ ...text, status: 5 })),
			answers(copyContent, catching(content(9))),
			answers(removeContent, catching({ id: text.id })),
		);
		const choose = async (name: string) => {
			await app.user.click(await screen.findByRole('button', { name: /Shop opens/ }));
			await app.user.click(await screen.findByRole('menuitem', { name }));
		};
		await choose('Approve');
		expect(await screen.findByText('Content approved successfully.')).toBeVisible();
		expect(asked.at(-1)?.params.id).toBe(text.id);
		await choose('Copy');
		expect(await screen.findByText('Content added successfully.')).toBeVisible();
		await choose('Delete');
		const question = await screen.findByRole('dialog', { name: 'Delete Shop opens?' });
		await app.user.click(within(question).getByRole('button', { name: 'Delete content' }));
		expect(await screen.findByText('Content deleted successfully.')).toBeVisible();
		expect(asked.at(-1)?.url.searchParams.get('id')).toBe(text.id);
	});
	it('works where content management is off, and says why the menu lacks it', async () => {
		await renderApp('/contents', { handlers: [...bootOf('customerAdmin', mapped.slice(2)), ...usual] });
		expect(await screen.findByText(/Content management is off for this customer/)).toBeVisible();
		expect(await screen.findByRole('link', { name: 'Shop opens' })).toBeVisible();
		expect(screen.queryByRole('button', { name: 'Contents' })).not.toBeInTheDocument();
	});
	it('asks for a domain that one administers', async () => {
		await renderApp('/contents', { handlers: [...bootOf('domainAdmin', mapped.slice(1, 2)), ...usual] });
		expect(await screen.findByRole('heading', { name: 'Domains Not Avaliable' })).toBeVisible();
	});
});

describe('a letter of another tool', () => {
	const made: TranslatedTemplate = {
		from: 'mailchimp',
		html: '<p>Hello {{ person.first_name }} *|REWARDS|*</p>',
		tags: [
			{ tag: '*|FNAME|*', line: 1, became: '{{ person.first_name }}' },
			{ tag: '*|REWARDS|*', line: 4, became: null },
		],
		count: 2,
		pictures: [{ src: 'https://mcusercontent.com/1/lamp.png', line: 3, where: 'elsewhere' }],
	};
	const choose = async (app: Awaited<ReturnType<typeof open>>, name: string, file: File) => {
		await app.user.click(await screen.findByText(name));
		await app.user.upload(screen.getByLabelText(/HTML/, { selector: 'input[type=file]' }), file);
	};

	it.each([
		['en', /^Bring a letter/, 'Mailchimp: 1 of 2 tags became fields, conditions and links.', 'line 4'],
		['fi', /^Tuo kirje/, 'Mailchimp: 1/2 muuttujasta tuli kenttiä, ehtoja ja linkkejä.', 'rivi 4'],
	] as const)('is put in as HTML with our fields, and says what has no counterpart: %s', async (language, bring, done, line) => {
		await chooseLanguage(language);
		const app = await open('/contents/new', answers(translateTemplate, catching(made)), answers(addContent, catching(text)));
		await app.user.click(await screen.findByText(bring));
		await app.user.upload(
			document.querySelector<HTMLInputElement>('input[type=file][accept*=html]') as HTMLInputElement,
			new File(['<p>Hello *|FNAME|* *|REWARDS|*</p>'], 'November letter.html', { type: 'text/html' }),
		);
		expect(await screen.findByText(done)).toBeVisible();
		expect(bodyOf()).toMatchObject({ html: '<p>Hello *|FNAME|* *|REWARDS|*</p>' });
		expect(screen.getByText('*|REWARDS|*').closest('li')).toHaveTextContent(line);
		expect(screen.getByText('https://mcusercontent.com/1/lamp.png')).toBeVisible();
		await app.user.click(screen.getByRole('button', { name: language === 'en' ? 'Save' : 'Tallenna' }));
		await waitFor(() =>
			expect(bodyOf()).toMatchObject({ title: 'November letter', controls: { [language]: { rawhtml: made.html } }, markup: 'html' }),
		);
	});

	it('that is a compressed file is not sent anywhere', async () => {
		const app = await open('/contents/new', answers(translateTemplate, catching(made)));
		await choose(
			app,
			'Bring a letter from Mailchimp, listmonk, Mautic or Brevo',
			new File(['PK\u0003\u0004'], 'template.html', { type: 'text/html' }),
		);
		expect(await screen.findByText(/This is a compressed file/)).toBeVisible();
		expect(asked).toEqual([]);
	});
});

describe('the editor', () => {
	it('offers exactly the types of a channel', async () => {
		const app = await open('/contents/new');
		expect(await screen.findByRole('heading', { level: 1, name: 'Create contents' })).toBeVisible();
		for (const name of ['Subject', 'What the picture shows']) expect(screen.getByLabelText(name)).toBeVisible();
		expect(screen.getByRole('button', { name: 'MJML' })).toBeVisible();
		await app.user.click(screen.getByRole('combobox', { name: 'Type' }));
		await app.user.click(await screen.findByRole('option', { name: 'SMS' }));
		expect(await screen.findByLabelText('Text')).toBeVisible();
		expect(screen.queryByLabelText('Subject')).not.toBeInTheDocument();
		expect(screen.queryByRole('group', { name: 'Hero image' })).not.toBeInTheDocument();
		await app.user.click(screen.getByRole('combobox', { name: 'Type' }));
		await app.user.click(await screen.findByRole('option', { name: 'Subject alone' }));
		expect(await screen.findByLabelText('Subject')).toBeVisible();
		expect(screen.queryByLabelText('Text')).not.toBeInTheDocument();
	});
	it('draws the subject as a line, the body as rich text and the picture as an address', async () => {
		await open('/contents/new');
		expect((await screen.findByLabelText('Subject')).tagName).toBe('INPUT');
		expect(await screen.findByRole('textbox', { name: 'Body' })).toHaveAttribute('contenteditable', 'true');
		expect(within(screen.getByRole('group', { name: 'Hero image' })).getByRole('textbox', { name: /address/i })).toBeVisible();
	});
	it('sends nothing of an empty content, and says the specified sentence', async () => {
		const app = await open('/contents/new', answers(addContent, catching(text)));
		await app.user.click(await screen.findByRole('button', { name: 'Save' }));
		expect(await screen.findByText('Please enter valid content details')).toBeVisible();
		expect(screen.getByLabelText('Title')).toHaveFocus();
		expect(asked).toEqual([]);
	});
	it('offers fields while one is written, with the value of the person, and puts the chosen one in', async () => {
		const app = await open(`/contents/${text.id}?as=${idOf(601)}`);
		const field = await screen.findByRole('textbox', { name: 'Text' });
		fireEvent.change(field, { target: { value: 'In {{ cit' } });
		const list = await screen.findByRole('listbox', { name: 'Fields' });
		expect(within(list).getByRole('option')).toHaveTextContent('Cityperson.cityTurku');
		expect(screen.getByText(/The values are those of Emma Lindholm/)).toBeVisible();
		await app.user.type(field, '{Enter}');
		await waitFor(() => expect(field).toHaveValue('In {{ person.city }}'));
		expect(screen.queryByRole('listbox', { name: 'Fields' })).not.toBeInTheDocument();
	});
	it('says what is wrong, and puts the field that was meant in its place', async () => {
		const wrong = content(3, { controls: { en: { simpletext: 'Shop {{ attributes.shpo }}' } } });
		const app = await open(
			`/contents/${wrong.id}`,
			answers(contents, [wrong], { total: 1, next: null }),
			answers(previewContent, ({ body }) => ({
				rendered,
				hints: JSON.stringify(body).includes('shpo') ? [unknown] : [],
				madeText: null,
			})),
			answers(changeContent, catching(wrong)),
		);
		expect(await screen.findByText('No field is called attributes.shpo.')).toBeVisible();
		await app.user.click(screen.getByRole('button', { name: 'Use attributes.shop' }));
		expect(screen.getByLabelText('Text')).toHaveValue('Shop {{ attributes.shop }}');
		await waitFor(() => expect(screen.queryByText('No field is called attributes.shpo.')).not.toBeInTheDocument());
		await app.user.click(screen.getByRole('button', { name: 'Save' }));
		expect(await screen.findByText('Content updated successfully.')).toBeVisible();
		expect(bodyOf().controls).toEqual({ en: { simpletext: 'Shop {{ attributes.shop }}' } });
		expect(bodyOf().id).toBe(wrong.id);
	});
	it('says that somebody else has changed it, and replaces theirs when it is saved once more', async () => {
		const refused = refuses(changeContent, 409, { code: 'changed_meanwhile', error: 'Somebody else has changed this.' });
		const app = await open(`/contents/${text.id}`, refused);
		await app.user.type(await screen.findByRole('textbox', { name: 'Text' }), '!');
		await app.user.click(screen.getByRole('button', { name: 'Save' }));
		expect(await screen.findByText('Somebody else has changed this.')).toBeVisible();
		server.use(answers(changeContent, catching(text)));
		await app.user.click(screen.getByRole('button', { name: 'Save' }));
		expect(await screen.findByText('Content updated successfully.')).toBeVisible();
		expect(bodyOf()).not.toHaveProperty('changedAt');
		await app.user.type(screen.getByRole('textbox', { name: 'Text' }), '?');
		await app.user.click(screen.getByRole('button', { name: 'Save' }));
		await waitFor(() => expect(bodyOf().changedAt).toBe(text.changedAt));
	});
	it('names what somebody else changed, and shows their version to whoever wants it', async () => {
		const refused = refuses(changeContent, 409, { code: 'changed_meanwhile', error: 'Somebody else has changed this.' });
		const app = await open(`/contents/${text.id}`, refused);
		await app.user.type(await screen.findByRole('textbox', { name: 'Text' }), '!');
		const theirs = { ...text, title: 'Theirs', changedAt: '2026-08-01T10:00:00.000Z', controls: { en: { simpletext: 'Their words' } } };
		server.use(answers(contents, [theirs], { total: 1, next: null }));
		await app.user.click(screen.getByRole('button', { name: 'Save' }));
		expect(await screen.findByText('Somebody else changed: Title, English.')).toBeVisible();
		expect(screen.getByRole('textbox', { name: 'Text' })).not.toHaveValue('Their words');
		await app.user.click(screen.getByRole('button', { name: 'Show their version' }));
		expect(screen.getByRole('textbox', { name: 'Text' })).toHaveValue('Their words');
		expect(screen.queryByText(/Somebody else changed:/)).not.toBeInTheDocument();
		server.use(answers(changeContent, catching(theirs)));
		await app.user.type(screen.getByRole('textbox', { name: 'Text' }), '?');
		await app.user.click(screen.getByRole('button', { name: 'Save' }));
		await waitFor(() => expect(bodyOf().changedAt).toBe(theirs.changedAt));
	});
	it('shows what somebody else made of it where its approval was refused, and approves that', async () => {
		const app = await open(`/contents/${text.id}`, refuses(approveContent, 409, { code: 'changed_meanwhile', error: 'Changed.' }));
		const approve = await screen.findByRole('button', { name: 'Approve content' });
		const theirs = { ...text, changedAt: '2026-08-01T10:00:00.000Z', controls: { en: { simpletext: 'Their words' } } };
		server.use(answers(contents, [theirs], { total: 1, next: null }));
		await app.user.click(approve);
		await waitFor(() => expect(screen.getByRole('textbox', { name: 'Text' })).toHaveValue('Their words'));
		server.use(answers(approveContent, catching(theirs)));
		await app.user.click(approve);
		await waitFor(() => expect(asked.at(-1)?.url.searchParams.get('changedAt')).toBe(theirs.changedAt));
	});
	it('approves what is seen', async () => {
		const app = await open(`/contents/${text.id}`, answers(approveContent, catching(text)));
		await app.user.click(await screen.findByRole('button', { name: 'Approve content' }));
		await waitFor(() => expect(asked.at(-1)?.url.searchParams.get('changedAt')).toBe(text.changedAt));
	});
	it.each([
		['subject', 'Subject', 'Enter Subject'],
		['simpletext', 'Text', 'Enter Text Content'],
		['heroimage', 'Address of the picture', 'Enter Image Url'],
	] as const)('asks for %s to the letter when approval lacks it', async (control, label, prompt) => {
		const bare = content(4, { contentType: control, channel: null, content: '', controls: { en: {} } });
		const app = await open(
			`/contents/${bare.id}`,
			answers(contents, [bare], { total: 1, next: null }),
			answers(previewContent, { rendered: null, hints: [hint({ control })], madeText: null }),
			refuses(approveContent, 422, { code: 'content_incomplete', error: 'Something is still missing.' }),
		);
		await app.user.click(await screen.findByRole('button', { name: 'Approve content' }));
		expect(await screen.findByText('Something is still missing.')).toBeVisible();
		await waitFor(() => expect(screen.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(prompt)));
	});
	it('shows it as the next person, counts a text message, and previews in the language that is written', async () => {
		const app = await open(`/contents/${text.id}`, answers(previewContent, catching({ rendered, hints: [], madeText: null })));
		expect(await screen.findByText('GSM-7, 1 part.')).toBeVisible();
		expect(screen.getByText(/150 of 160 signs left/)).toBeVisible();
		expect(screen.getByText('Hello Emma')).toBeVisible();
		await app.user.click(screen.getByRole('button', { name: 'Next person' }));
		expect(await screen.findByRole('button', { name: 'As Emma Lindholm' })).toBeVisible();
		await waitFor(() => expect(bodyOf().person).toBe(idOf(601)));
		await app.user.click(screen.getByRole('button', { name: 'Add a language' }));
		await app.user.click(await screen.findByRole('menuitem', { name: 'Suomi' }));
		await waitFor(() => expect(bodyOf()).toMatchObject({ language: 'fi', defaultLanguage: 'en', channel: 1 }));
	});
	it('draws a text message as one, and never a letter of which only the subject can be read', async () => {
		const { container, unmount } = await open(`/contents/${text.id}`);
		expect(await screen.findByText('Hello Emma')).toBeVisible();
		expect(container.querySelector('[data-look="sms"]')).not.toBeNull();
		unmount();
		const letter = content(8, { contentType: 'Email', channel: 0, controls: { en: { subject: 'Hello' } } });
		const next = await open(`/contents/${letter.id}`, answers(contents, [letter], { total: 1, next: null }));
		expect(await screen.findByText('Hello Emma')).toBeVisible();
		expect(next.container.querySelector('[data-look="text"]')).not.toBeNull();
		expect(next.container.querySelector('[data-look="sms"]')).toBeNull();
	});
	it('shows a push as a phone does, by day and by night, and says where a tap leads', async () => {
		const app = content(7, { contentType: 'Mobile', channel: 2, controls: { en: { simpletext: 'Lamps\nThey are here.' } } });
		const push = { title: 'Lamps', body: 'They are here.', link: 'myshop://lamps', label: null };
		const made = { ...rendered, sms: null, heroimage: 'https://shop.example/lamp.png', push };
		const { user } = await open(
			`/contents/${app.id}`,
			answers(contents, [app], { total: 1, next: null }),
			answers(previewContent, { rendered: made, hints: [], madeText: null }),
		);
		expect(await screen.findByRole('heading', { level: 3, name: 'Lamps' })).toBeVisible();
		const phone = within(screen.getByRole('region', { name: 'The message as an example person gets it' }));
		expect(phone.getByText('They are here.')).toBeVisible();
		expect(phone.getByText('myshop://lamps')).toBeVisible();
		const looks = screen.getByRole('group', { name: 'How it is shown' });
		expect(within(looks).getAllByRole('button')).toHaveLength(2);
		await user.click(within(looks).getByRole('button', { name: 'Dark' }));
		expect(within(looks).getByRole('button', { name: 'Dark' })).toHaveAttribute('aria-pressed', 'true');
		expect(screen.getByLabelText('Text')).toHaveAccessibleDescription(expect.stringContaining('where a tap leads'));
	});
	it('asks before what was written is lost', async () => {
		const app = await open(`/contents/${text.id}`);
		await app.user.type(await screen.findByLabelText('Title'), ' today');
		await app.user.click(within(screen.getByRole('navigation', { name: 'Shop opens today' })).getByRole('link', { name: 'Contents' }));
		const guard = await screen.findByRole('dialog', { name: 'Leave without saving?' });
		await app.user.click(within(guard).getByRole('button', { name: 'Keep editing' }));
		expect(app.path()).toBe(`/contents/${text.id}`);
	});
	it('says of a content of another domain what it says of none', async () => {
		await open(`/contents/${idOf(999)}`, answers(contents, [], { total: 0, next: null }));
		expect(await screen.findByRole('heading', { name: 'Invalid content' })).toBeVisible();
	});
	it('speaks Finnish', async () => {
		chooseLanguage('fi');
		await open(`/contents/${text.id}`);
		expect(await screen.findByRole('button', { name: 'Hyväksy sisältö' })).toBeVisible();
		chooseLanguage('en');
	});
});

describe('what stands in a text', () => {
	it('tells fields from words', () => {
		expect(piecesOf('Hi {{ person.city | upcase }}!')).toEqual([
			{ text: 'Hi ', field: null },
			{ text: '{{ person.city | upcase }}', field: 'person.city' },
			{ text: '!', field: null },
		]);
		expect(begunBefore('a {{ person.c')).toEqual({ from: 2, query: 'person.c' });
		expect(begunBefore('a {{ person.c }} b')).toBeNull();
		expect(withField('{{ a.b }} a.b {{a.b|x}} {{ a.bc }}', 'a.b', 'c.$&')).toBe('{{ c.$& }} a.b {{c.$&|x}} {{ a.bc }}');
	});
	it('shows a letter by night or by day, whatever the portal looks like', () => {
		const html = '<style>@media (prefers-color-scheme: dark){p{color:#fff}}</style>';
		expect(framed(html, true)).toContain('@media (min-width:0)');
		expect(framed(html, false)).toContain('@media (max-width:0)');
		expect(framed(html, false)).toContain('<style nonce=');
	});
});
