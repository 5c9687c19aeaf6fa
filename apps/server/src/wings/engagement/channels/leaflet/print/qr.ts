/** A QR code as filled squares of a page. */
import { encode } from 'uqr';

const made = new Map<string, string>();
/** Codes of a run are few: its link is the same for everybody. */
const MOST_KEPT = 100;

/** @param x @param y lower left @param side in points */
export const qrOf = (text: string, x: number, y: number, side: number): string => {
	const key = `${text} ${x} ${y} ${side}`;
	const known = made.get(key);
	if (known !== undefined) return known;
	const { data, size } = encode(text, { ecc: 'M', border: 0 });
	const each = side / size;
	let drawn = 'q 0 0 0 1 k\n';
	for (const [row, cells] of data.entries())
		for (let from = 0; from < size; from++) {
			if (!cells[from]) continue;
			let to = from;
			while (to + 1 < size && cells[to + 1]) to += 1;
			drawn += `${(x + from * each).toFixed(2)} ${(y + side - (row + 1) * each).toFixed(2)} ${((to - from + 1) * each).toFixed(2)} ${each.toFixed(2)} re\n`;
			from = to;
		}
	drawn += 'f Q\n';
	if (made.size >= MOST_KEPT) made.clear();
	made.set(key, drawn);
	return drawn;
};
