/** Which phones and panel are shown, stored in this browser. */
import { atom } from 'jotai/vanilla'
import { storedAtom } from '../../shared/storedAtom'
import type { PhoneVisibilities, PhoneVisibility } from './stage/visibility'

const isVisibilities = (value: unknown): value is PhoneVisibilities =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((place) => place === 'pinned' || place === 'hidden')

export const visibilitiesAtom = storedAtom<PhoneVisibilities>('simulatorPlaces', {}, isVisibilities)

/** Pins or hides a phone; `null` restores the default. */
export const setVisibilityAtom = atom(null, (get, set, phone: string, place: PhoneVisibility | null) => {
  const { [phone]: _, ...others } = get(visibilitiesAtom)
  set(visibilitiesAtom, place ? { ...others, [phone]: place } : others)
})

/** The open side panel. */
export const PANELS = ['scripts', 'faults', 'mail', 'pix', 'hooks'] as const
export type Panel = (typeof PANELS)[number]
const isPanel = (value: unknown): value is Panel => PANELS.some((panel) => panel === value)
export const panelAtom = storedAtom<Panel>('simulatorPanel', 'scripts', isPanel)
