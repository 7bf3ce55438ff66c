/** Volume of notices in this browser, 0 to 1 in steps of 0.1. */
import { storedAtom } from './storedAtom'

const isVolume = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1
export const volumeAtom = storedAtom('volume', 1, isVolume)
