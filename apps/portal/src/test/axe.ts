/** What axe finds in a drawn part, as sentences. Colours and sizes are judged in a browser: here nothing is laid out. */
import axe from 'axe-core';

export async function axeFinds(part: Element): Promise<string[]> {
	const { violations } = await axe.run(part, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } });
	return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
