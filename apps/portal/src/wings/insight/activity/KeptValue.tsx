/** A kept value as a person reads it: in one line, or as rows by name, however deep. */
import { channelOf } from '@luvalla/contract/engagement/content-types';
import { useSay } from '#portal/lib/say.ts';
import { channelSigns } from '#portal/ui/channels.ts';
import styles from './activity.module.css';
import { useActivityTexts } from './texts.ts';
import { partText, plainText, rowsIn } from './words.ts';

/** @returns null where nothing is in it */
export function KeptValue({ name, value }: { name?: string | null; value: unknown }) {
	const t = useActivityTexts();
	const say = useSay();
	const channel = name === 'channel' && typeof value === 'number' ? channelOf(value) : null;
	const plain = channel ? say(channelSigns[channel].label) : plainText(t, value);
	if (plain !== null) return plain === '' ? null : <span className="as-written">{plain}</span>;
	const rows = rowsIn(value);
	if (rows.length === 0) return null;
	if (Array.isArray(value))
		return (
			<ul className={styles.parts}>
				{rows.map((one, n) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: things of a list have no other name, and what is kept does not change
					<li key={n}>
						<KeptValue value={one.value} />
					</li>
				))}
			</ul>
		);
	return (
		<dl className={styles.parts}>
			{rows.map((one) => (
				<div key={one.name}>
					<dt>{partText(one.name ?? '')}</dt>
					<dd>
						<KeptValue name={one.name} value={one.value} />
					</dd>
				</div>
			))}
		</dl>
	);
}
