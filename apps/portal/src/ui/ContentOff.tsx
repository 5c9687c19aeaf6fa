/** Said where the menu does not lead: the page works all the same (portal.md section 6, G013). */
import { IconInfoCircle } from '@tabler/icons-react';
import { useSay } from '#portal/lib/say.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import styles from './ContentOff.module.css';

const text = {
	en: 'Content management is off for this customer, so the menu does not show this page. Luvalla turns it on for you.',
	fi: 'Sisällönhallinta ei ole käytössä tällä asiakkaalla, joten sivu puuttuu valikosta. Luvalla ottaa sen käyttöön puolestasi.',
};

/** Nothing to those who have it, and to ADMIN, whose menu does not depend on it. */
export function ContentOff() {
	const say = useSay();
	const { currentCustomer } = usePerson();
	return currentCustomer?.useCM === false ? (
		<p className={styles.note}>
			<IconInfoCircle size={16} stroke={1.75} aria-hidden="true" />
			{say(text)}
		</p>
	) : null;
}
