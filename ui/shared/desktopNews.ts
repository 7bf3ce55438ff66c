/** Whether desktop notifications are on in this browser, which must also have been permitted by it. */
import { isBoolean, storedAtom } from './storedAtom'

export const desktopNewsAtom = storedAtom('desktopNews', false, isBoolean)
