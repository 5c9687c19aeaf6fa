import type { SVGProps } from 'react';

interface DrawingProps extends Omit<SVGProps<SVGSVGElement>, 'ref'> {
	/** What there is room for; before it is measured nothing is drawn. */
	width: number;
	height: number;
}

/** The ground of a drawn chart, as wide as its place; what it shows is said by the frame around it. */
export function Drawing({ width, height, ...rest }: DrawingProps) {
	return width === 0 ? null : <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" {...rest} />;
}
