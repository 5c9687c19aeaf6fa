/** Whether a registration was sent from this browser: its confirmation fails in words of its own (calls.md section 8). */
const KEY = 'luvalla.registered';
export const rememberRegistration = (): void => localStorage.setItem(KEY, '1');
export const forgetRegistration = (): void => localStorage.removeItem(KEY);
export const hasRegistered = (): boolean => localStorage.getItem(KEY) !== null;
