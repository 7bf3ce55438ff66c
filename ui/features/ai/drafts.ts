/** The unsent question of each conversation. */
import { atom } from 'jotai/vanilla'
import { ofPerson } from '../../shared/session/ofPerson'

const draftsAtom = ofPerson<Readonly<Record<number, string>>>({})

export const draftOfAtom = atom(
  (get) => (place: number) => get(draftsAtom)[place] ?? '',
  (get, set, place: number, text: string) => set(draftsAtom, { ...get(draftsAtom), [place]: text }),
)

/** Empties the composer of a conversation and returns its text. */
export const takeDraftAtom = atom(null, (get, set, place: number): string => {
  const text = get(draftOfAtom)(place)
  set(draftOfAtom, place, '')
  return text
})

/** Keeps what has been typed there meanwhile. */
export const prependToDraftAtom = atom(null, (get, set, place: number, text: string) => {
  const parts = [text, get(draftOfAtom)(place)]
  set(draftOfAtom, place, parts.filter((part) => part !== '').join('\n'))
})
