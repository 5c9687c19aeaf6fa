import { type MyCustomer, myData } from '@luvalla/contract/consent/my-consents';
import { IconChevronRight, IconDownload, IconEraser, IconUser } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { fetchFile } from '#portal/lib/client.ts';
import { notifyFailure } from '#portal/lib/notices.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { downloadFile } from '#portal/ui/download.ts';
import { EraseMe } from './EraseMe.tsx';
import styles from './my-data.module.css';
import { useMyDataTexts } from './texts.ts';

/** What else one may do with one's own data: take it, have it erased, see the account. */
export function Ways({ customers }: { customers: readonly MyCustomer[] }) {
	const t = useMyDataTexts();
	const { isNormalUser } = usePerson();
	const { pathname } = useLocation();
	const file = useMutation({
		mutationFn: () => fetchFile(myData, {}),
		onSuccess: ({ name, blob }) => downloadFile(name, blob.type, blob),
		onError: (error: Error) => notifyFailure(error.message),
	});
	return (
		<ul className={styles.ways}>
			<li>
				<button type="button" className={styles.way} disabled={file.isPending} onClick={() => file.mutate()}>
					<Face icon={IconDownload} title={t('download')} text={file.isPending ? t('downloading') : t('downloadText')} />
				</button>
			</li>
			{customers.length > 0 || isNormalUser ? (
				<li>
					<EraseWay customers={customers} />
				</li>
			) : null}
			{pathname === '/' ? (
				<li>
					<Link to="/profile" className={styles.way}>
						<Face icon={IconUser} title={t('profile')} text={t('profileText')} />
					</Link>
				</li>
			) : null}
		</ul>
	);
}

function EraseWay({ customers }: { customers: readonly MyCustomer[] }) {
	const t = useMyDataTexts();
	const [asking, setAsking] = useState(false);
	return (
		<>
			<button type="button" className={styles.way} onClick={() => setAsking(true)}>
				<Face icon={IconEraser} title={t('erase')} text={t('eraseText')} />
			</button>
			<EraseMe opened={asking} customers={customers} onClose={() => setAsking(false)} />
		</>
	);
}

function Face({ icon: Icon, title, text }: { icon: typeof IconUser; title: string; text: string }) {
	return (
		<>
			<span className={styles.wayIcon}>
				<Icon size={20} stroke={1.75} aria-hidden="true" />
			</span>
			<span className={styles.wayWords}>
				<strong>{title}</strong>
				<span>{text}</span>
			</span>
			<IconChevronRight size={18} stroke={1.75} aria-hidden="true" />
		</>
	);
}
