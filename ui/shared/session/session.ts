/** Who is signed in on this page. The access token lives in memory only: a script injected later finds none to take away. */
import { atom } from 'jotai/vanilla'
import type { SignedIn, SignedInUser } from '../../../src/access/contract'
import { can, type Permission } from '../../../src/access/permissions'
import { store } from '../store'

/** Why the last session ended, as sign-in tells it. */
export type Goodbye = { isDisconnect?: true; outExpedient?: true }

const HINT = 'signedIn'
const sessionAtom = atom<SignedIn | null>(null)
export const userAtom = atom((get): SignedInUser | null => get(sessionAtom)?.user ?? null)

/** The signed-in person's rights, for showing and hiding; the server decides anyway. */
export const mayAtom = atom((get) => {
  const user = get(userAtom)
  return (permission: Permission) => user !== null && can(user, permission)
})

export const currentToken = (): string | null => store.get(sessionAtom)?.token ?? null
export const isSignedIn = (): boolean => store.get(sessionAtom) !== null
/** Somebody signed in here before: only then is it worth asking for a session on a public page. */
export const mayHaveSession = (): boolean => localStorage.getItem(HINT) !== null

export function keepSession(session: SignedIn) {
  localStorage.setItem(HINT, '1')
  store.set(sessionAtom, session)
}

export function dropSession() {
  localStorage.removeItem(HINT)
  store.set(sessionAtom, null)
}
