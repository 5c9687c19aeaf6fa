/** Badges: icon, word and colour; never a bare dot. The table is visual.md section 8. */
import {
	IconAlertTriangle,
	IconCheck,
	IconCircleDashed,
	IconMinus,
	IconMoon,
	IconPlayerPause,
	IconPlayerStop,
	IconRosetteDiscountCheck,
	IconWorldUpload,
	type TablerIcon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Text, useSay } from '#portal/lib/say.ts';
import type { Meaning } from '#portal/theme/tokens.ts';
import styles from './Badge.module.css';

interface Status {
	label: Text;
	hue: Meaning;
	/** `sun` is the live sign. */
	icon: TablerIcon | 'sun';
}

const statuses = {
	draft: { label: { en: 'Draft', fi: 'Luonnos' }, hue: 'gray', icon: IconCircleDashed },
	published: { label: { en: 'Published', fi: 'Julkaistu' }, hue: 'blue', icon: IconWorldUpload },
	running: { label: { en: 'Running', fi: 'Käynnissä' }, hue: 'teal', icon: 'sun' },
	stopped: { label: { en: 'Stopped', fi: 'Pysäytetty' }, hue: 'amber', icon: IconPlayerStop },
	completed: { label: { en: 'Completed', fi: 'Valmis' }, hue: 'green', icon: IconCheck },
	approved: { label: { en: 'Approved', fi: 'Hyväksytty' }, hue: 'violet', icon: IconRosetteDiscountCheck },
	none: { label: { en: 'None', fi: 'Ei mitään' }, hue: 'gray', icon: IconMinus },
	failed: { label: { en: 'Failed', fi: 'Epäonnistui' }, hue: 'red', icon: IconAlertTriangle },
} as const satisfies Record<string, Status>;
export type StatusKey = keyof typeof statuses;

/** The badge of a status of the shared table; `children` replaces its word where a list says it more closely. */
export function StatusBadge({ status, children }: { status: StatusKey; children?: ReactNode }) {
	const say = useSay();
	const { label, hue, icon } = statuses[status];
	return (
		<Badge hue={hue} icon={icon}>
			{children ?? say(label)}
		</Badge>
	);
}

/** Any other state: hue by meaning, an icon and a word. */
export function Badge({ hue, icon: Icon, children }: { hue: Meaning; icon: TablerIcon | 'sun'; children: ReactNode }) {
	return (
		<span className={styles.badge} data-hue={hue} style={{ color: `var(--l-${hue})`, background: `var(--l-${hue}-ground)` }}>
			{Icon === 'sun' ? <Sun /> : <Icon size={14} stroke={2} aria-hidden="true" />}
			{children}
		</span>
	);
}

/** A badge that leads to what it is about. `name` says where; it begins with the badge's word. */
export function BadgeLink({ to, search, name, ...badge }: Parameters<typeof Badge>[0] & LinkedTo) {
	return (
		<Link
			to={to ?? '.'}
			search={to ? search : (old: object) => ({ ...old, ...search })}
			className={styles.link}
			activeProps={{}}
			aria-label={name}
		>
			<Badge {...badge} />
		</Link>
	);
}
interface LinkedTo {
	/** Absent: the same page. */
	to?: string;
	search: Readonly<Record<string, string | number>>;
	name: string;
}

/** The sun is out when something is live. */
export function Sun() {
	return <span className={styles.sun} aria-hidden="true" />;
}

/** *Live* with its sun: something is being served or comes in right now. */
export function LiveBadge({ children }: { children: ReactNode }) {
	return (
		<Badge hue="teal" icon="sun">
			{children}
		</Badge>
	);
}

/** The state of a list that follows what comes in. The sun is out only while something does. */
export function StreamBadge({ state, children }: { state: 'live' | 'quiet' | 'paused'; children: ReactNode }) {
	if (state === 'live') return <LiveBadge>{children}</LiveBadge>;
	return (
		<Badge hue="gray" icon={state === 'paused' ? IconPlayerPause : IconMoon}>
			{children}
		</Badge>
	);
}
