/** Mantine's selects with their styles, for `LateSelect.tsx`. */
import '#portal/theme/select-styles.ts';

export { MultiSelect, Select } from '@mantine/core';
