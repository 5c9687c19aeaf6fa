import { DevicesOf } from '#portal/ui/devices/DevicesOf.tsx';
import styles from './people.module.css';
import { useProfileTexts } from './profile-texts.ts';

/** A person's devices on their page. */
export function Devices(props: { id: string; customerId: number }) {
	const p = useProfileTexts();
	return (
		<section className={styles.side} aria-labelledby="devices">
			<div className={styles.sideHead}>
				<h2 id="devices">{p('devices')}</h2>
			</div>
			<DevicesOf {...props} />
		</section>
	);
}
