/** Who is signed in on this page. The access token is kept in memory only, out of reach of a script injected later. */
import { atom } from 'jotai/vanilla'
import type { SignedIn, SignedInUser } from '../../../src/users/contract'
import { can, type Permission } from '../../../src/users/permissions'
import { store } from '../store'

/** Why the last session ended, for the sign-in page. */
export type Goodbye = { isDisconnect?: true; outExpedient?: true; ended?: Ended }
/** `over` without a reason we know; `left` in another tab; `blocked` is the person, `suspended` their company; `another`: somebody else signed in in this browser. */
export const endings = ['over', 'left', 'blocked', 'suspended', 'another'] as const
export type Ended = (typeof endings)[number]

/** Who has signed in here, or `LEFT`. */
const HINT = 'signedIn'
const LEFT = 'left'
const sessionAtom = atom<SignedIn | null>(null)
export const userAtom = atom((get): SignedInUser | null => get(sessionAtom)?.user ?? null)

const nameOf = ({ company, id }: SignedInUser) => `${company.uuidCompany}:${id}`
/** Names the signed-in person in this browser; people of two companies may have the same number. */
export const personAtom = atom((get): string | null => {
  const user = get(userAtom)
  return user && nameOf(user)
})
/** The company's subscription has expired: the server refuses almost everything. */
export const overdueAtom = atom(false)
/** Changes at each sign-in; a renewed token is the same visit. */
export const visitAtom = atom<symbol | null>(null)

/** What a page or button needs; `super`: to be one of the operator's own people. */
export type Need = Permission | 'super'

/** The signed-in person's rights, for showing and hiding; the server decides anyway. */
export const mayAtom = atom((get) => {
  const user = get(userAtom)
  return (need: Need) => user !== null && (need === 'super' ? user.super : can(user, need))
})

export const currentToken = (): string | null => store.get(sessionAtom)?.token ?? null
export const isSignedIn = (): boolean => store.get(sessionAtom) !== null
export const currentPerson = (): string | null => store.get(personAtom)
/** The other person, where two share a browser and thus the cookie. */
export const isSomebodyElse = ({ user }: SignedIn): boolean => isSignedIn() && nameOf(user) !== currentPerson()
/** Somebody has signed in here before: only then a page tries to restore a session. */
export const mayHaveSession = (): boolean => localStorage.getItem(HINT) !== null && !hasLeft()
/** They signed out. While offline the server does not know yet, and the cookie would still restore the session. */
const hasLeft = (): boolean => localStorage.getItem(HINT) === LEFT
export const markLeft = (): void => localStorage.setItem(HINT, LEFT)
/** They signed out in another tab. */
export const onLeft = (then: () => void): void =>
  addEventListener('storage', ({ key, newValue }: StorageEvent) => {
    if (key === HINT && newValue === LEFT) then()
  })

export function keepSession(session: SignedIn) {
  if (currentPerson() !== nameOf(session.user)) {
    localStorage.setItem(HINT, nameOf(session.user))
    store.set(visitAtom, Symbol())
  }
  store.set(overdueAtom, session.user.company.isOverdue)
  store.set(sessionAtom, session)
}

export const markOverdue = (): void => store.set(overdueAtom, true)

/** The person was changed while the page is open, by themselves or by others. */
export function takeOwn(changed: Partial<Omit<SignedInUser, 'id' | 'company' | 'companyId'>>) {
  const session = store.get(sessionAtom)
  if (session) store.set(sessionAtom, { ...session, user: { ...session.user, ...changed } })
}

/** They have just signed in on this page, and nothing was said of it yet. */
let isArriving = false
export function markArrived() {
  isArriving = true
}
export function hasArrived(): boolean {
  const was = isArriving
  isArriving = false
  return was
}

/** The company has another time zone or language since. */
export function takePlace(place: Pick<SignedInUser['company'], 'timeZone' | 'language'>) {
  const session = store.get(sessionAtom)
  if (!session) return
  const { user } = session
  store.set(sessionAtom, { ...session, user: { ...user, company: { ...user.company, ...place } } })
}

/** The hint stays where it is of somebody who has signed in in another tab: their session goes on. */
export function dropSession() {
  const person = currentPerson()
  if (!hasLeft() && (person === null || localStorage.getItem(HINT) === person)) localStorage.removeItem(HINT)
  store.set(visitAtom, null)
  store.set(sessionAtom, null)
}
