import { type MyDevices as Devices, forgetMyDevice, type MyDevice, myDevices } from '@luvalla/contract/profiles/my-devices';
import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet, type TablerIcon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { Empty } from '#portal/ui/Empty.tsx';
import { RelativeTime } from '#portal/ui/times.tsx';
import styles from './my-data.module.css';
import { Part } from './Part.tsx';
import { PRIVACY } from './parts.ts';
import { type MyDataTexts, useMyDataTexts } from './texts.ts';

const signs: Readonly<Record<NonNullable<MyDevice['kind']>, TablerIcon>> = {
	phone: IconDeviceMobile,
	tablet: IconDeviceTablet,
	desktop: IconDeviceDesktop,
	unknown: IconDeviceDesktop,
};
const apps = { android: 'Android', ios: 'iOS' } as const satisfies Record<NonNullable<MyDevice['platform']>, string>;

/** *Firefox, Windows* or *App, Android*. */
const nameOf = (t: MyDataTexts, { browser, system, platform }: MyDevice): string => {
	if (platform !== null) return t('app', { platform: apps[platform] });
	const known = (word: string | null): string => (word === null || word === 'other' ? t('otherKind') : word);
	return `${known(browser)}, ${known(system)}`;
};

/** My devices: browsers that sites remember and apps that take messages, and forgetting each. */
export function MyDevices() {
	const t = useMyDataTexts();
	const query = useQuery(asQuery(myDevices, {}));
	const [doomed, setDoomed] = useState<{ customerId: number; device: MyDevice } | null>(null);
	const forget = useCall(forgetMyDevice, { reload: [myDevices], onSuccess: () => setDoomed(null) });
	return (
		<Part title={t('devicesTitle')} lead={t('devicesLead')} query={query} failed={t('devicesFailed')}>
			{(customers) => (
				<>
					{customers.length === 0 ? <Empty title={t('noDevices')}>{t('noDevicesWhy')}</Empty> : null}
					{customers.map((one) => (
						<Customer key={one.customerId} customer={one} onForget={(device) => setDoomed({ customerId: one.customerId, device })} />
					))}
					<ConfirmDialog
						opened={doomed !== null}
						title={t('forgetTitle', { device: doomed ? nameOf(t, doomed.device) : '' })}
						verb={t('forgetVerb')}
						danger
						working={forget.isPending}
						onCancel={() => setDoomed(null)}
						onConfirm={() => doomed && forget.mutate({ params: { customerId: doomed.customerId, id: doomed.device.id } })}
					>
						<p>{t(doomed?.device.what === 'app' ? 'forgetApp' : 'forgetBrowser', { domain: doomed?.device.domain ?? '' })}</p>
					</ConfirmDialog>
				</>
			)}
		</Part>
	);
}

function Customer({ customer, onForget }: { customer: Devices; onForget: (device: MyDevice) => void }) {
	const t = useMyDataTexts();
	return (
		<section className={styles.customer} aria-label={customer.customer}>
			<h2>{customer.customer}</h2>
			{customer.closed ? (
				<div className={`card-frame ${styles.closedNote}`}>
					<p>{t('devicesClosed', { customer: customer.customer })}</p>
					<Link className="link" to={PRIVACY}>
						{t('devicesClosedWay')}
					</Link>
				</div>
			) : (
				<ul className={`card-frame ${styles.messages}`} aria-label={t('devicesAt', { customer: customer.customer })}>
					{customer.devices.map((one) => (
						<Device key={one.id} device={one} onForget={() => onForget(one)} />
					))}
				</ul>
			)}
		</section>
	);
}

function Device({ device, onForget }: { device: MyDevice; onForget: () => void }) {
	const t = useMyDataTexts();
	const Icon = device.what === 'app' ? IconDeviceMobile : signs[device.kind ?? 'unknown'];
	const name = nameOf(t, device);
	return (
		<li className={styles.message}>
			<span className={styles.wayIcon}>
				<Icon size={20} stroke={1.75} aria-hidden="true" />
			</span>
			<div className={styles.words}>
				<strong>{name}</strong>
				<span>{device.domain}</span>
				<span className={styles.small}>
					{t('lastSeen')} <RelativeTime at={device.lastSeenAt} />
					{device.pushes ? ` · ${t('pushes')}` : ''}
				</span>
				{device.purpose === null ? null : <span className={styles.small}>{t('rememberedBy', { purpose: device.purpose })}</span>}
			</div>
			<Button
				variant="default"
				data-strong
				size="compact-md"
				aria-label={t('forgetName', { device: name, domain: device.domain })}
				onClick={onForget}
			>
				{t('forget')}
			</Button>
		</li>
	);
}
