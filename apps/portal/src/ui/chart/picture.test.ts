/** A chart as a picture says by itself how it looks: the page's styles do not come along. */
import { describe, expect, it } from 'vitest';
import { pictureOf } from './picture.ts';

const chart = (): SVGSVGElement => {
	document.body.innerHTML = `<section style="background-color: rgb(1, 2, 3); color: rgb(4, 5, 6)">
		<svg width="400" height="300"><path class="now" d="M0,0" style="stroke: rgb(7, 8, 9)"></path><text class="text">12.00</text></svg>
	</section>`;
	const svg = document.querySelector('svg');
	if (!svg) throw new Error('nothing was drawn');
	return svg;
};

describe('the picture', () => {
	it('has ground, title and key, and shapes without classes that keep their looks', () => {
		const picture = pictureOf(chart(), 'Consents <recorded>', [
			{ label: 'Group A', look: 'line' },
			{ label: 'Accepted all', text: '58.2%', look: 1 },
		]);
		expect(picture.querySelector('rect')?.getAttribute('fill')).toBe('rgb(1, 2, 3)');
		expect([...picture.querySelectorAll('text')].map((one) => one.textContent)).toEqual([
			'Consents <recorded>',
			'Group A',
			'Accepted all 58.2%',
			'12.00',
		]);
		expect(picture.querySelector('[class]')).toBeNull();
		expect(picture.querySelector('path')?.style.stroke).toBe('rgb(7, 8, 9)');
		expect([picture.getAttribute('width'), picture.querySelector('svg')?.getAttribute('y')]).toEqual(['432', '72']);
		expect(new XMLSerializer().serializeToString(picture)).toContain('Consents &lt;recorded&gt;');
	});
	it('leaves the chart on the page as it was', () => {
		const svg = chart();
		pictureOf(svg, 'Events', []);
		expect(svg.querySelector('path')?.getAttribute('class')).toBe('now');
	});
});
