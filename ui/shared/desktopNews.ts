/** Whether desktop notifications are on in this browser, which must also have been permitted by it. */
import { storedAtom } from './storedAtom'

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'
export const desktopNewsAtom = storedAtom('desktopNews', false, isBoolean)
