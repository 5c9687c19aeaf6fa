/** Reasons in words and signs, and money as the reader writes it. */
import { SKIP_REASONS } from '@luvalla/contract/engagement/campaign-runs';
import { DELIVERY_STATES, type DeliveryState, IN_MAILBOX } from '@luvalla/contract/engagement/deliveries';
import { ownSaid } from '@luvalla/contract/engagement/own-sentences';
import {
	IconBan,
	IconBellOff,
	IconCertificateOff,
	IconClockPause,
	IconDeviceMobileOff,
	IconHandStop,
	IconHistory,
	IconLetterCase,
	IconMailOff,
	IconPlayerPause,
	IconPlayerStop,
	IconShield,
	type TablerIcon,
} from '@tabler/icons-react';
import { type Language, locales } from '#portal/lib/say.ts';
import type { DeliveryTexts } from './texts.ts';

/** What a channel or the engine says besides. */
const OTHERS = [
	'no_such_address',
	'no_device',
	'no_browser',
	'refused',
	'refused_recipient',
	'refused_sender',
	'left',
	'given_up',
	'no_answer',
	'worker_lost',
	'quiet',
	'busy',
	'later',
] as const;
/** Every reason that has words. */
export const REASONS = [...SKIP_REASONS, ...OTHERS] as const;
export { DELIVERY_STATES, type DeliveryState };

/** Why, in words; a reason that a later release brings stands as it came. */
export function reasonText(t: DeliveryTexts, reason: string): string {
	const known = REASONS.find((one) => one === reason);
	return known ? t(`reason_${known}`) : reason;
}

/** What the other side said: words of our own in the reader's language, those of other servers as they came. */
export function saidText(t: DeliveryTexts, said: string, language: Language): { text: string; own: boolean } {
	const own = said === IN_MAILBOX ? t('own_inMailbox') : ownSaid(said, language);
	return own === null ? { text: said, own: false } : { text: own, own: true };
}

const SIGNS: Readonly<Record<string, TablerIcon>> = {
	said_no: IconHandStop,
	left: IconHandStop,
	never_asked: IconHandStop,
	not_permitted: IconCertificateOff,
	capped: IconClockPause,
	late: IconHistory,
	paused: IconPlayerPause,
	stopped: IconPlayerStop,
	objected: IconBan,
	sale_refused: IconShield,
	no_address: IconMailOff,
	undeliverable: IconMailOff,
	no_such_address: IconMailOff,
	no_device: IconDeviceMobileOff,
	no_browser: IconBellOff,
	missing_sign: IconLetterCase,
	bad_address: IconMailOff,
};
export const reasonSign = (reason: string): TablerIcon => SIGNS[reason] ?? IconBan;

const MICROS = 1_000_000;

/** 883.34 €, 0.001 €; 883,34 € in Finnish. Small amounts keep their decimals. */
export function moneyText(micros: number, currency: string, language: Language): string {
	const amount = micros / MICROS;
	const small = amount !== 0 && Math.abs(amount) < 0.1;
	const format = new Intl.NumberFormat(locales[language], {
		style: 'currency',
		currency,
		minimumFractionDigits: 2,
		maximumFractionDigits: small ? 4 : 2,
	});
	const parts = format.formatToParts(amount);
	const sign = parts.find(({ type }) => type === 'currency')?.value ?? currency;
	const number = parts
		.filter(({ type }) => type !== 'currency' && type !== 'literal')
		.map(({ value }) => value)
		.join('');
	// The sign stands behind in both languages, as prices are written where the platform is at home.
	return `${number}\u00a0${sign}`;
}

/** 12.4 kB; 12,4 kt in Finnish. */
export function sizeText(bytes: number, language: Language): string {
	const number = new Intl.NumberFormat(locales[language], { maximumFractionDigits: 1 }).format(bytes / 1000);
	return `${number}\u00a0${language === 'fi' ? 'kt' : 'kB'}`;
}
