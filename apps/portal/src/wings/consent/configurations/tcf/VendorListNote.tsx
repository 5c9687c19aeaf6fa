/** Which vendor list the configuration stands on, and what publishing still needs. A platform admin fetches the newest list here, or uploads one. */
import { fetchGvlFile, gvlFile, type VendorList } from '@luvalla/contract/consent/vendor-lists';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import { notifySuccess } from '#portal/lib/notices.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { DateText } from '#portal/ui/times.tsx';
import styles from '../editor.module.css';
import { useTcfTexts } from './texts.ts';
import { UploadDialog } from './UploadDialog.tsx';

export function VendorListNote({ list, cmpId }: { list: VendorList | null; cmpId: number | null }) {
	const t = useTcfTexts();
	const person = usePerson();
	const fetching = useCall(fetchGvlFile, {
		reload: [gvlFile],
		quiet: true,
		onSuccess: ({ stored }) => notifySuccess(stored ? t('fetched') : t('unchanged')),
	});
	const [uploads, setUploads] = useState(false);
	const count = list ? Object.values(list.vendors).filter((vendor) => !vendor.deletedDate).length : 0;
	return (
		<div className={styles.note}>
			{cmpId === null ? (
				<p>
					<strong>{t('noCmpId')}</strong> {t('noCmpIdText')}
				</p>
			) : null}
			<p>
				{list ? (
					<>
						{t('list', { version: String(list.vendorListVersion), count })} <DateText at={list.lastUpdated} />{' '}
					</>
				) : (
					<>
						<strong>{t('noList')}</strong> {t('noListText')}{' '}
					</>
				)}
			</p>
			{person.isAdmin ? (
				<div className={styles.noteActs}>
					<Button size="compact-sm" variant="default" loading={fetching.isPending} onClick={() => fetching.mutate({})}>
						{t('fetchNow')}
					</Button>
					<Button size="compact-sm" variant="default" onClick={() => setUploads(true)}>
						{t('upload')}
					</Button>
					<UploadDialog opened={uploads} onClose={() => setUploads(false)} />
				</div>
			) : null}
		</div>
	);
}
