/** What a device is called: its kind as a sign, its browser and its system. */
import type { Device } from '@luvalla/contract/profiles/visitors';
import { IconDeviceDesktop, IconDeviceMobile, IconDevices, IconDeviceTablet, type TablerIcon } from '@tabler/icons-react';
import styles from './devices.module.css';
import { type DeviceTexts, useDeviceTexts } from './texts.ts';

const signs: Record<Device['kind'], TablerIcon> = {
	phone: IconDeviceMobile,
	tablet: IconDeviceTablet,
	desktop: IconDeviceDesktop,
	unknown: IconDevices,
};

/** *Firefox on Windows* */
export const deviceText = (t: DeviceTexts, { browser, system }: Pick<Device, 'browser' | 'system'>): string =>
	t('onSystem', { browser: browser === 'other' ? t('other') : browser, system: system === 'other' ? t('otherSystem') : system });

export function DeviceName({ device }: { device: Pick<Device, 'browser' | 'system' | 'kind'> }) {
	const t = useDeviceTexts();
	const Sign = signs[device.kind];
	return (
		<span className={styles.name}>
			<Sign size={16} stroke={1.75} role="img" aria-label={t(`kind_${device.kind}`)} />
			{deviceText(t, device)}
		</span>
	);
}
