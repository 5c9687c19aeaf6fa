/** The loader of a domain that asks by the framework: its API, then the core. */
import './install.ts';
import '../core/main.ts';
