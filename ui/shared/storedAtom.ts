/** An atom stored in this browser: synchronised with other tabs, and ignored when the stored value is invalid. */
import { atomWithStorage } from 'jotai/utils'

export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'

export function storedAtom<T>(key: string, initial: T, isValid: (value: unknown) => value is T) {
  return atomWithStorage<T>(
    key,
    initial,
    {
      getItem: (name, fallback) => parse(localStorage.getItem(name), fallback, isValid),
      setItem: (name, value) => localStorage.setItem(name, JSON.stringify(value)),
      removeItem: (name) => localStorage.removeItem(name),
      subscribe: (name, changed, fallback) => {
        const listen = (event: StorageEvent) => {
          if (event.key === name) changed(parse(event.newValue, fallback, isValid))
        }
        addEventListener('storage', listen)
        return () => removeEventListener('storage', listen)
      },
    },
    { getOnInit: true },
  )
}

function parse<T>(text: string | null, fallback: T, isValid: (value: unknown) => value is T): T {
  if (text === null) return fallback
  try {
    const value: unknown = JSON.parse(text)
    return isValid(value) ? value : fallback
  } catch {
    return fallback
  }
}
