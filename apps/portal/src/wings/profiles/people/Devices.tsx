import type { ProfileDetail } from '@luvalla/contract/profiles/profiles';
import { IconBrandAndroid, IconBrandApple, type TablerIcon } from '@tabler/icons-react';
import { DevicesOf } from '#portal/ui/devices/DevicesOf.tsx';
import { RelativeTime } from '#portal/ui/times.tsx';
import styles from './people.module.css';
import { useProfileTexts } from './profile-texts.ts';

interface DevicesProps {
	id: string;
	customerId: number;
	apps: ProfileDetail['apps'];
}

/** A person's devices on their page: browsers that remember them, and apps that take messages. */
export function Devices({ id, customerId, apps }: DevicesProps) {
	const p = useProfileTexts();
	return (
		<section className={styles.side} aria-labelledby="devices">
			<div className="ends-8">
				<h2 id="devices">{p('devices')}</h2>
			</div>
			<DevicesOf id={id} customerId={customerId} />
			{apps.length > 0 ? (
				<>
					<h3 className={styles.apps}>{p('apps')}</h3>
					<ul className={styles.appList}>
						{apps.map((app, n) => {
							const Sign = SIGNS[app.platform];
							return (
								// biome-ignore lint/suspicious/noArrayIndexKey: an app has no name that may be shown
								<li key={n}>
									<span>
										<Sign size={16} stroke={1.75} aria-hidden="true" />
										{p(`app_${app.platform}`)}
									</span>
									<span className={styles.quiet}>
										{[app.domain, p(app.isOver ? 'appOver' : 'appRenewed')].filter((part) => part !== '').join(' · ')}{' '}
										{app.isOver ? null : <RelativeTime at={app.renewedAt} />}
									</span>
								</li>
							);
						})}
					</ul>
				</>
			) : null}
		</section>
	);
}

const SIGNS: Readonly<Record<ProfileDetail['apps'][number]['platform'], TablerIcon>> = { android: IconBrandAndroid, ios: IconBrandApple };
