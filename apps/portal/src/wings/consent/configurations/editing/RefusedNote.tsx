/** Why saving or publishing did not happen: the sentence and each field that is meant. Takes the focus. */
import { useEffect, useRef } from 'react';
import styles from '../editor.module.css';
import { usePlaceWords } from '../place.ts';

export interface Refused {
	title: string;
	sentence: string;
	/** Sentences by the path of a field. */
	fields: Readonly<Record<string, string>>;
}

interface RefusedNoteProps {
	refused: Refused;
	isField: (path: string) => boolean;
	/** Leads to a field of the form. */
	onGo: (path: string) => void;
}

export function RefusedNote({ refused, isField, onGo }: RefusedNoteProps) {
	const placeWords = usePlaceWords();
	const note = useRef<HTMLDivElement>(null);
	useEffect(() => {
		if (refused) note.current?.focus();
	}, [refused]);
	return (
		<div ref={note} className={styles.refused} role="alert" tabIndex={-1}>
			<p>
				<strong>{refused.title}</strong> {refused.sentence}
			</p>
			{Object.entries(refused.fields).map(([path, sentence]) => (
				<p key={path}>
					{sentence}{' '}
					{isField(path) ? (
						<button type="button" onClick={() => onGo(path)}>
							<code>{path}</code>
						</button>
					) : (
						(placeWords(path) ?? <code>{path}</code>)
					)}
				</p>
			))}
		</div>
	);
}
