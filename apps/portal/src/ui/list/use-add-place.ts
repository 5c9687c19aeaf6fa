import { type SyntheticEvent, useState } from 'react';

/**
 * Where the button that adds stands: in the head, and below the drawing of an empty list. While a pointer or the focus is on the head's it
 * stays there, so that no press is lost at the moment at which the list turns out empty.
 * @param below whether it belongs below the drawing
 * @returns `inHead`, and what the button is given to know that it is held
 */
export function useAddPlace(below: boolean) {
	const [held, setHeld] = useState(false);
	const hold = () => setHeld(true);
	const release = ({ currentTarget }: SyntheticEvent) => setHeld(currentTarget.matches(':hover, :focus'));
	const inHead = !below || held;
	return { inHead, holding: inHead ? { onPointerEnter: hold, onFocus: hold, onPointerLeave: release, onBlur: release } : {} };
}
