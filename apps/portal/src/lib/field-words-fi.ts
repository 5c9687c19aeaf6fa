/** What is said of a field in Finnish: the contract's own rules and the validator's sentences. Loaded where somebody reads Finnish. */
export { fieldRulesFi as fieldRules } from '@luvalla/contract/field-rules';
export { default as validator } from 'zod/v4/locales/fi.js';
