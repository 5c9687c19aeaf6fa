/** Styles of Mantine's tabs. */
import '@mantine/core/styles/Tabs.layer.css';
