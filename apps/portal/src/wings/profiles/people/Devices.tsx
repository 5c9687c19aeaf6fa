import { Card } from '#portal/ui/Card.tsx';
import { DevicesOf } from '#portal/ui/devices/DevicesOf.tsx';
import { useProfileTexts } from './profile-texts.ts';

/** A person's devices on their page. */
export function Devices(props: { id: string; customerId: number }) {
	const p = useProfileTexts();
	return (
		<Card title={p('devices')}>
			<DevicesOf {...props} />
		</Card>
	);
}
