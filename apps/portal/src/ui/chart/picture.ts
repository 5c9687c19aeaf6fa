/** A chart as a PNG file: as it is drawn, on its ground, with its title and key above, twice as fine as the screen. */
import { downloadFile } from '../download.ts';
import type { ChartKey } from './ChartCard.tsx';

const FINE = 2;
const ROOM = 16;
const HEAD = 56;
const SVG = 'http://www.w3.org/2000/svg';
/** What the page's styles give to shapes, and a file has to say itself. */
const STYLES = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'font-size', 'font-weight', 'opacity'];

export async function downloadPicture(svg: SVGSVGElement, title: string, keys: readonly ChartKey[]): Promise<void> {
	const blob = await pngOf(pictureOf(svg, title, keys));
	downloadFile(`${title}.png`, 'image/png', blob);
}

/** The drawing by itself, with what the page's styles say of it. */
export function pictureOf(svg: SVGSVGElement, title: string, keys: readonly ChartKey[]): SVGSVGElement {
	const page = getComputedStyle(svg);
	const card = getComputedStyle(svg.closest('section') ?? document.body);
	const [width, height] = [Number(svg.getAttribute('width')), Number(svg.getAttribute('height'))];
	const out = make('svg', { width: width + 2 * ROOM, height: height + HEAD + 2 * ROOM, xmlns: SVG, 'font-family': 'sans-serif' });
	out.append(make('rect', { width: '100%', height: '100%', fill: card.backgroundColor }));
	out.append(textOf(title, { x: ROOM, y: ROOM + 14, 'font-size': 15, 'font-weight': 600, fill: card.color }));
	let x = ROOM;
	for (const { label, text, look } of keys) {
		const colour = page.getPropertyValue(typeof look === 'number' ? `--l-chart-${look}` : look === 'line' ? '--l-data' : '--l-before');
		const words = text === undefined ? label : `${label} ${text}`;
		const dashes: Record<string, string> = look === 'dashed' ? { 'stroke-dasharray': '4 4' } : {};
		out.append(
			typeof look === 'number'
				? make('rect', { x, y: ROOM + 28, width: 12, height: 12, rx: 3, fill: colour })
				: make('line', { x1: x, x2: x + 18, y1: ROOM + 34, y2: ROOM + 34, stroke: colour, 'stroke-width': 2, ...dashes }),
			textOf(words, { x: x + 24, y: ROOM + 38, 'font-size': 12, fill: card.color }),
		);
		x += 44 + words.length * 7;
	}
	const drawing = copyOf(svg);
	drawing.setAttribute('x', String(ROOM));
	drawing.setAttribute('y', String(ROOM + HEAD));
	out.append(drawing);
	return out;
}

/** A copy in which each shape says itself how it looks. */
function copyOf(svg: SVGSVGElement): SVGSVGElement {
	const copy = svg.cloneNode(true) as SVGSVGElement;
	const [from, to] = [[...svg.querySelectorAll('*')], [...copy.querySelectorAll<SVGElement>('*')]];
	for (const [i, shape] of to.entries()) {
		const look = from[i] && getComputedStyle(from[i]);
		shape.removeAttribute('class');
		for (const name of STYLES) if (look?.getPropertyValue(name)) shape.style.setProperty(name, look.getPropertyValue(name));
	}
	return copy;
}

function make<Name extends keyof SVGElementTagNameMap>(name: Name, attributes: Readonly<Record<string, string | number>>) {
	const made = document.createElementNS(SVG, name);
	for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
	return made;
}

function textOf(words: string, attributes: Readonly<Record<string, string | number>>): SVGTextElement {
	const made = make('text', attributes);
	made.textContent = words;
	return made;
}

async function pngOf(picture: SVGSVGElement): Promise<Blob> {
	const image = new Image();
	image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(picture))}`;
	await image.decode();
	const canvas = document.createElement('canvas');
	canvas.width = Number(picture.getAttribute('width')) * FINE;
	canvas.height = Number(picture.getAttribute('height')) * FINE;
	const context = canvas.getContext('2d');
	if (!context) throw new Error('This browser draws no pictures');
	context.drawImage(image, 0, 0, canvas.width, canvas.height);
	return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('No picture came'))), 'image/png'));
}
