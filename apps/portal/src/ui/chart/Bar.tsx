import styles from './Bar.module.css';

/** What stands for a text of a cell that is on its way: a plain element, since a table has one in each cell. @param width in px */
export function Bar({ width }: { width: number }) {
	return <span className={styles.bar} style={{ width }} />;
}
