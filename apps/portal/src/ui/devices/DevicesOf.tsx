/** The devices of one person, for their page. */
import { devicesOf } from '@luvalla/contract/profiles/visitors';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import { Failed } from '../Empty.tsx';
import { RelativeTime } from '../times.tsx';
import { DeviceName } from './DeviceName.tsx';
import styles from './devices.module.css';
import { useDeviceTexts } from './texts.ts';

/** @param id the luvallaId */
export function DevicesOf({ id, customerId }: { id: string; customerId: number }) {
	const t = useDeviceTexts();
	const list = useQuery(asQuery(devicesOf, { params: { id }, query: {} }, { customerId }));
	if (list.isError) return <Failed sentence={t('failed')} query={list} />;
	if (!list.data) return <Skeleton height={20} width={240} aria-busy="true" />;
	const { data } = list.data;
	return data.length === 0 ? (
		<p className="aside flat">{t('none')}</p>
	) : (
		<ul className={styles.list}>
			{data.map((device) => (
				<li key={device.id}>
					<DeviceName device={device} />
					<span className="aside flat">
						{device.domain} · {t('seen')} <RelativeTime at={device.lastSeenAt} />
					</span>
				</li>
			))}
		</ul>
	);
}
