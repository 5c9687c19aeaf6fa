/** Shared by the run's set-up and its workers. */
export const TEMPLATE_DATABASE = 'template_luvalla';
export const TEST_SECRET_KEY = 'test-secret-key-of-more-than-32-characters';
