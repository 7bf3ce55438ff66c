/** Which phones and panel are shown, stored in this browser. */
import { atom } from 'jotai/vanilla'
import { storedAtom } from '../../shared/storedAtom'
import type { Place, Places } from './stage/places'

const isPlaces = (value: unknown): value is Places =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((place) => place === 'pinned' || place === 'hidden')

export const placesAtom = storedAtom<Places>('simulatorPlaces', {}, isPlaces)

/** Pins or hides a phone; `null` lets the page decide again. */
export const placeAtom = atom(null, (get, set, phone: string, place: Place | null) => {
  const { [phone]: _, ...others } = get(placesAtom)
  set(placesAtom, place ? { ...others, [phone]: place } : others)
})

/** The open side panel. */
export const PANELS = ['scripts', 'faults'] as const
export type Panel = (typeof PANELS)[number]
const isPanel = (value: unknown): value is Panel => PANELS.some((panel) => panel === value)
export const panelAtom = storedAtom<Panel>('simulatorPanel', 'scripts', isPanel)
