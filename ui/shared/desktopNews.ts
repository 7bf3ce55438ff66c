/** Whether news are shown on the desktop, in this browser; the browser has its own say in it. */
import { storedAtom } from './storedAtom'

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'
export const desktopNewsAtom = storedAtom('desktopNews', false, isBoolean)
