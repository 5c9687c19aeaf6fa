/**
 * Consents of known people: a purpose that no banner asks about, an answer written down, a file, the person's page, and the
 * person who sees it signed in and takes it back. What one of them does the others see.
 */
import { expect, type Page, test } from '@playwright/test';
import { check } from './check.ts';
import { proveIfAsked, stateFile } from './people.ts';

test.describe.configure({ mode: 'serial' });
const PERSON = 'person@luvalla.localhost';
const PURPOSE = 'Autumn letter';

let owner: Page;
let person: Page;
test.beforeAll(async ({ browser }) => {
	owner = await (await browser.newContext({ storageState: stateFile('owner') })).newPage();
	person = await (await browser.newContext({ storageState: stateFile('person') })).newPage();
});
test.afterAll(async () => {
	await owner.context().close();
	await person.context().close();
});

test('an officer adds a purpose and writes down what somebody told them', async () => {
	await owner.goto('/lightconfig/purposes');
	await owner.getByRole('button', { name: 'Add purpose' }).click();
	const purpose = owner.getByRole('dialog', { name: /Add purpose/ });
	await purpose.getByRole('textbox', { name: /^Purpose/ }).fill(PURPOSE);
	await purpose.getByRole('group', { name: 'English' }).getByLabel('Name for people').fill(PURPOSE);
	await purpose.getByRole('button', { name: 'Add purpose' }).click();
	await expect(purpose.getByText('Write this text').first()).toBeVisible();
	await purpose.getByRole('group', { name: 'English' }).getByLabel('What it is for').fill('News of the autumn.');
	await purpose.getByRole('button', { name: 'Add purpose' }).click();
	await expect(owner.getByText('Purpose added successfully.')).toBeVisible();

	await owner.goto('/domainprofiles?show=consents');
	await owner.getByRole('button', { name: 'Record answer' }).click();
	const form = owner.getByRole('dialog', { name: /Record answer/ });
	await form.getByRole('button', { name: 'Record answer' }).click();
	for (const sentence of ['Please enter a valid email address', 'Choose a purpose', 'Choose what was said'])
		await expect(form.getByText(sentence)).toBeVisible();
	await form.getByRole('textbox', { name: 'Person' }).fill(PERSON);
	await form.getByRole('combobox', { name: 'Purpose' }).click();
	await owner.getByRole('option', { name: PURPOSE }).click();
	await form.getByRole('radio', { name: 'Said yes' }).check();
	await form.getByRole('button', { name: 'Record answer' }).click();
	await expect(form.getByText(/a yes without a source is not taken/)).toBeVisible();
	await form.getByRole('textbox', { name: /Source/ }).fill('Telephone, ticket 4711');
	await form.getByRole('button', { name: 'Record answer' }).click();
	await expect(owner.getByText('Answer recorded successfully.')).toBeVisible();
	await owner.getByRole('searchbox').fill('PERSON@');
	await owner.getByRole('link', { name: PERSON }).click();
	await expect(owner.getByRole('heading', { level: 1, name: PERSON })).toBeVisible();
	const row = owner.getByRole('table', { name: 'What holds now' }).getByRole('row').filter({ hasText: PURPOSE });
	await expect(row.getByText('Yes')).toBeVisible();
	await check(owner);
});

test('the person sees it signed in and takes it back; the officer sees that at once', async () => {
	await person.goto('/');
	await expect(person.getByRole('heading', { level: 1, name: 'You decide' })).toBeVisible();
	const own = person.getByRole('switch', { name: PURPOSE });
	await expect(own).toBeChecked();
	await check(person);
	await own.press('Space');
	await expect(own).not.toBeChecked();
	await expect(person.getByText('Your answer is recorded.')).toBeVisible();
	await person
		.getByRole('listitem')
		.filter({ hasText: PURPOSE })
		.getByRole('button', { name: /You said no/ })
		.click();
	const history = person.getByRole('list', { name: `Your answers: ${PURPOSE}` });
	await expect(history.getByRole('listitem')).toHaveCount(2);
	await check(person);

	const now = owner.getByRole('table', { name: 'What holds now' }).getByRole('row').filter({ hasText: PURPOSE });
	await expect(now.getByText('No', { exact: true })).toBeVisible();
	await expect(now.getByText('The person, signed in')).toBeVisible();
	await expect(owner.getByRole('list', { name: 'History' }).getByText(`to ${PURPOSE}`)).toHaveCount(2);
});

test('a file says what would become of it, is imported, and turns no no into a yes', async () => {
	const file = {
		name: 'old tool.csv',
		mimeType: 'text/csv',
		buffer: Buffer.from(
			`email;purpose;value;at;source\n${PERSON};${PURPOSE};yes;2026-01-02;Old tool\nanna@import.example.com;${PURPOSE};yes;2026-01-02;Old tool\nnobody;${PURPOSE};yes;2026-01-02;Old tool\n`,
		),
	};
	await owner.goto('/domainprofiles?show=consents');
	await owner.getByRole('link', { name: 'Upload', exact: true }).click();
	await owner.locator('input[type=file]').setInputFiles(file);
	await owner.getByRole('button', { name: 'Map the columns' }).click();
	await expect(owner.getByRole('heading', { level: 1, name: 'Map the columns' })).toBeVisible();
	await check(owner);
	await owner.getByRole('button', { name: 'Check the whole file' }).click();
	const pane = owner.getByRole('complementary', { name: 'Dry run of the whole file' });
	await expect(pane.getByText('of 3 rows can be imported')).toBeVisible();
	await expect(pane.getByText('1 person has said no.')).toBeVisible();
	await expect(pane.getByText('Not an e-mail address')).toBeVisible();
	await check(owner);
	await owner.getByRole('button', { name: 'Import 2 rows' }).click();
	const written = owner.getByRole('region', { name: 'old tool.csv' });
	await expect(written.getByText('Done', { exact: true })).toBeVisible();
	await check(owner);
	await owner.goto('/domainprofiles?q=anna@import');
	await expect(owner.getByRole('link', { name: 'anna@import.example.com' })).toBeVisible();
	await person.reload();
	await expect(person.getByRole('switch', { name: PURPOSE })).not.toBeChecked();
});

test('an address that was written beside somebody opens when the link mailed to it is used by them', async () => {
	const work = 'work@import.example.com';
	// As a customer's own system does it: the person by their id, with a new address.
	const added = await owner.evaluate(
		async ([known, fresh, purpose]) => {
			const headers = { 'content-type': 'application/json', customer_key: '1' };
			const read = async (path: string) => (await fetch(`/api/audit/domain/people${path}`, { headers })).json();
			const { luvallaId } = (await read(`?q=${known}`)).data[0];
			const { purposeId } = (await read(`/${luvallaId}`)).data.present.find((one: { purpose: string }) => one.purpose === purpose);
			const body = JSON.stringify({ person: { luvallaId, email: fresh }, purposeId, value: false, at: new Date().toISOString() });
			return (await fetch('/api/audit/domain/people/answer', { method: 'POST', headers, body })).status;
		},
		[PERSON, work, PURPOSE] as const,
	);
	expect(added).toBe(200);
	await person.reload();
	const others = person.getByRole('list', { name: /^Your other addresses at/ });
	await expect(others.getByText(/also knows you by w•••@import\.example\.com/)).toBeVisible();
	await expect(person.getByText(work)).toHaveCount(0);
	await others.getByRole('button', { name: /^Confirm this address/ }).click();
	await expect(others.getByText(/^We have sent a link to/)).toBeVisible();
	await check(person);

	await person.goto(process.env.E2E_MAILBOX ?? '');
	await person.getByRole('link').filter({ hasText: work }).first().click();
	await person.frameLocator('iframe').getByRole('link', { name: 'Confirm this address' }).click();
	await expect(person.getByRole('heading', { level: 1, name: 'Is this address yours too?' })).toBeVisible();
	await check(person);
	await person.getByRole('button', { name: 'Confirm this address' }).click();
	await expect(person.getByRole('heading', { level: 1, name: 'The address is confirmed' })).toBeVisible();
	await person.getByRole('link', { name: 'To my privacy' }).click();
	await expect(person.getByText(`You have confirmed ${work}`)).toBeVisible();
	await check(person);
});

test('a person is erased, and their page with them', async () => {
	await owner.getByRole('link', { name: 'anna@import.example.com' }).click();
	await owner.getByRole('button', { name: 'Erase person' }).click();
	const question = owner.getByRole('dialog', { name: 'Erase anna@import.example.com?' });
	await question.getByRole('textbox').fill('anna@import.example.com');
	await question.getByRole('button', { name: 'Erase person' }).click();
	await proveIfAsked(owner, 'owner@luvalla.localhost', owner.getByText('Person erased successfully.'));
	await expect(owner).toHaveURL(/\/domainprofiles$/);
	await owner.goto(`/domainprofiles?q=${PERSON}`);
	await expect(owner.getByRole('link', { name: PERSON })).toBeVisible();
	await owner.goto('/domainprofiles?q=anna@import');
	await expect(owner.getByRole('searchbox')).toHaveValue('anna@import');
	await expect(owner.getByRole('link', { name: 'anna@import.example.com' })).toHaveCount(0);
});
