import type { Connector } from '@luvalla/contract/profiles/connectors';
import { IconAlertTriangle, IconCheck, IconCircleDashed, IconPlayerPause } from '@tabler/icons-react';
import { Badge } from '#portal/ui/Badge.tsx';
import { useConnectorTexts } from './texts.ts';

/** How a connector is, of its last run and its last test. */
const healthOf = ({ isActive, problem, isSuccessful, runs }: Connector): 'off' | 'failing' | 'healthy' | 'untested' => {
	if (!isActive) return 'off';
	if (problem !== null) return 'failing';
	return isSuccessful === true || runs.some(({ state }) => state === 'done') ? 'healthy' : 'untested';
};

const LOOKS = {
	off: { hue: 'gray', icon: IconPlayerPause },
	failing: { hue: 'red', icon: IconAlertTriangle },
	healthy: { hue: 'green', icon: IconCheck },
	untested: { hue: 'gray', icon: IconCircleDashed },
} as const;

export function HealthBadge({ connector }: { connector: Connector }) {
	const t = useConnectorTexts();
	const health = healthOf(connector);
	return <Badge {...LOOKS[health]}>{t(health)}</Badge>;
}
