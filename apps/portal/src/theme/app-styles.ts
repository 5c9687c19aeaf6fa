/**
 * Styles of the Mantine parts that most pages have, in the order Mantine asks for; after those of styles.ts. The others come
 * with whoever draws them: `menu-styles.ts`, `select-styles.ts`, `tabs-styles.ts`, or a line of their own. Last the looks that
 * screens share: what a screen adds by a class of its own comes later, and wins.
 */
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './print.css';
import './shapes.css';
import './flow.css';
import './looks.css';
