/** The least that is comparable: a list of users with search, and their form. No sign-in, no other screen, one language. */
import fakeDataProvider from 'ra-data-fakerest';
import { createElement as h } from 'react';
import { Admin, Datagrid, DateField, Edit, List, Resource, SelectInput, SimpleForm, TextField, TextInput } from 'react-admin';
import { createRoot } from 'react-dom/client';

const users = Array.from({ length: 30 }, (_, i) => ({
	id: i + 1,
	userName: `user-${i + 1}@example.com`,
	name: `User ${i + 1}`,
	role: i % 2 ? 'ADMIN' : 'PARTNER',
	createdAt: '2026-11-20T10:00:00Z',
}));

const UserList = () =>
	h(
		List,
		{ filters: [h(TextInput, { key: 'q', source: 'q', label: 'Search', alwaysOn: true })] },
		h(
			Datagrid,
			{ rowClick: 'edit' },
			h(TextField, { source: 'userName' }),
			h(TextField, { source: 'name' }),
			h(TextField, { source: 'role' }),
			h(DateField, { source: 'createdAt' }),
		),
	);

const UserEdit = () =>
	h(
		Edit,
		null,
		h(
			SimpleForm,
			null,
			h(TextInput, { source: 'userName' }),
			h(TextInput, { source: 'name' }),
			h(SelectInput, { source: 'role', choices: ['ADMIN', 'PARTNER'].map((id) => ({ id, name: id })) }),
		),
	);

createRoot(document.getElementById('root')).render(
	h(
		Admin,
		{ dataProvider: fakeDataProvider({ users }), disableTelemetry: true },
		h(Resource, { name: 'users', list: UserList, edit: UserEdit }),
	),
);
