/** Per-user state: two users of one page in turn never see each other's. */
import { atom, type WritableAtom } from 'jotai/vanilla'
import { storedAtom } from '../storedAtom'
import { personAtom, visitAtom } from './session'

type OfSession<T> = WritableAtom<T, [next: T], void>
/** `whose`: for results that may arrive after another user has signed in; stored for the user who started it. */
type OfPerson<T> = WritableAtom<T, [next: T, whose?: string | null], void>

/** Reset at each sign-in. */
export function ofSession<T>(initial: T): OfSession<T> {
  const keptAtom = atom<{ visit: symbol | null; value: T }>({ visit: null, value: initial })
  return atom(
    (get) => {
      const { visit, value } = get(keptAtom)
      return visit === get(visitAtom) ? value : initial
    },
    (get, set, value) => set(keptAtom, { visit: get(visitAtom), value }),
  )
}

/** Per user, kept while the page is open. */
export function ofPerson<T>(initial: T): OfPerson<T> {
  const keptAtom = atom<ReadonlyMap<string, T>>(new Map())
  return atom(
    (get) => get(keptAtom).get(get(personAtom) ?? '') ?? initial,
    (get, set, next, whose = get(personAtom)) => {
      if (whose !== null) set(keptAtom, new Map(get(keptAtom)).set(whose, next))
    },
  )
}

/** Per user, stored in this browser. */
export function storedOfPerson<T>(key: string, initial: T, isValid: (value: unknown) => value is T): OfSession<T> {
  const isEverybodys = (value: unknown): value is Record<string, T> =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isValid)
  const keptAtom = storedAtom<Record<string, T>>(key, {}, isEverybodys)
  return atom(
    (get) => get(keptAtom)[get(personAtom) ?? ''] ?? initial,
    (get, set, next) => {
      const person = get(personAtom)
      if (person !== null) set(keptAtom, { ...get(keptAtom), [person]: next })
    },
  )
}
