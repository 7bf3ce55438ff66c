/** Light, dark, or the system's theme: stored as `preferredTheme`, applied as `data-theme`. */
import { atom } from 'jotai/vanilla'
import { store } from '../store'
import { storedAtom } from '../storedAtom'

const themes = ['system', 'light', 'dark'] as const
export type PreferredTheme = (typeof themes)[number]

const isTheme = (value: unknown): value is PreferredTheme => themes.some((theme) => theme === value)
export const preferredThemeAtom = storedAtom<PreferredTheme>('preferredTheme', 'system', isTheme)

const systemDark = matchMedia('(prefers-color-scheme: dark)')
const systemDarkAtom = atom(systemDark.matches)
systemDarkAtom.onMount = (set) => {
  const listen = () => set(systemDark.matches)
  systemDark.addEventListener('change', listen)
  return () => systemDark.removeEventListener('change', listen)
}

/** The theme on screen. */
export const darkAtom = atom((get) => {
  const preferred = get(preferredThemeAtom)
  return preferred === 'system' ? get(systemDarkAtom) : preferred === 'dark'
})

/** Applies the chosen theme to the page; called once at start. */
export function followTheme() {
  const show = () => {
    document.documentElement.dataset.theme = store.get(darkAtom) ? 'balcao-dark' : 'balcao-light'
  }
  store.sub(darkAtom, show)
  show()
}
