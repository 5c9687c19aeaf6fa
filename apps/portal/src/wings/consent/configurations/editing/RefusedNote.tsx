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
	/** What the form calls a field. */
	wordsOf: (path: string) => string;
	/** Leads to a field of the form. */
	onGo: (path: string) => void;
}

export function RefusedNote({ refused, isField, wordsOf, onGo }: RefusedNoteProps) {
	const placeWords = usePlaceWords();
	const note = useRef<HTMLDivElement>(null);
	useEffect(() => {
		if (refused) note.current?.focus();
	}, [refused]);
	const points = Object.entries(refused.fields);
	return (
		<div ref={note} className={styles.refused} role="alert" tabIndex={-1}>
			<p>
				<strong>{refused.title}</strong> {refused.sentence}
			</p>
			{points.length > 0 ? (
				<ul>
					{points.map(([path, sentence]) => (
						<li key={path}>
							{isField(path) ? (
								<>
									<button type="button" onClick={() => onGo(path)}>
										{wordsOf(path)}
									</button>
									: {sentence}
								</>
							) : (
								<>
									{sentence} {placeWords(path)}
								</>
							)}
						</li>
					))}
				</ul>
			) : null}
		</div>
	);
}
