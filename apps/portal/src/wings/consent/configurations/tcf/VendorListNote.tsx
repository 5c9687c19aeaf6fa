/** Which vendor list the configuration stands on, and what publishing still needs. */
import type { VendorList } from '@luvalla/contract/consent/vendor-lists';
import { usePerson } from '#portal/lib/use-session.ts';
import { DateText } from '#portal/ui/times.tsx';
import styles from '../editor.module.css';
import { ListActs } from './ListActs.tsx';
import { useTcfTexts } from './texts.ts';

interface VendorListNoteProps {
	list: VendorList | null;
	cmpId: number | null;
	onUpload: () => void;
}

export function VendorListNote({ list, cmpId, onUpload }: VendorListNoteProps) {
	const t = useTcfTexts();
	const person = usePerson();
	if (list === null && cmpId !== null) return null;
	const count = list ? Object.values(list.vendors).filter((vendor) => !vendor.deletedDate).length : 0;
	return (
		<div className={styles.note}>
			{cmpId === null ? (
				<p>
					<strong>{t('noCmpId')}</strong> {t('noCmpIdText')}
				</p>
			) : null}
			{list ? (
				<p>
					{t('list', { version: String(list.vendorListVersion), count })} <DateText at={list.lastUpdated} />
				</p>
			) : null}
			{person.isAdmin && list ? (
				<div className="above-8 wrap-8">
					<ListActs small onUpload={onUpload} />
				</div>
			) : null}
		</div>
	);
}
