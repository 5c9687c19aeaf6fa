import { users } from '@luvalla/contract/identity/users';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asList } from '#portal/lib/calls.ts';
import { useKitTexts } from '#portal/ui/texts.ts';
import styles from './activity.module.css';
import { useActivityTexts } from './texts.ts';

const TYPING_PAUSE_MS = 250;
const PEOPLE_SHOWN = 20;

/** Everyone, or one person by their address; the server finds people by what is typed, since there may be very many. */
export function PersonPicker({ value, onChange }: { value: string | undefined; onChange: (person: string | undefined) => void }) {
	const t = useActivityTexts();
	const kit = useKitTexts();
	const [typed, setTyped] = useState('');
	const [opened, setOpened] = useState(false);
	const [asked] = useDebouncedValue(typed, TYPING_PAUSE_MS);
	// the chosen name stands in the field: it is no search
	const q = asked === '' || asked === value || asked === t('anyone') ? undefined : asked;
	const found = useQuery({ ...asList(users, { query: { page: 1, size: PEOPLE_SHOWN, q } }), enabled: opened });
	const names = [...new Set([...(value ? [value] : []), ...(found.data?.data.map((one) => one.userName) ?? [])])];
	return (
		<Select
			className={styles.picker}
			aria-label={t('person')}
			placeholder={t('anyone')}
			leftSection={<IconUser size={16} stroke={1.75} aria-hidden="true" />}
			data={[{ value: '', label: t('anyone') }, ...names.map((name) => ({ value: name, label: name }))]}
			// the server has searched, by names as well: everything it found stays
			filter={({ options }) => options}
			value={value ?? ''}
			searchable
			allowDeselect={false}
			maxDropdownHeight={280}
			nothingFoundMessage={kit('nothingFound')}
			onSearchChange={setTyped}
			onDropdownOpen={() => setOpened(true)}
			onChange={(chosen) => onChange(chosen === null || chosen === '' ? undefined : chosen)}
		/>
	);
}
