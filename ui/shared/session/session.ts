/** Who is signed in on this page. The access token is kept in memory only, out of reach of a script injected later. */
import { atom } from 'jotai/vanilla'
import { type CompanyPlan, planFlags } from '../../../src/tenancy/contract'
import type { SignedIn, SignedInUser } from '../../../src/users/contract'
import { can, type Permission } from '../../../src/users/permissions'
import { store } from '../store'

/** Why the last session ended, for the sign-in page. */
export type Goodbye = { isDisconnect?: true; outExpedient?: true; ended?: SessionEnding }
/**
 * `over`: no known reason; `left`: signed out in another tab; `blocked`: the user; `suspended`: their company;
 * `another`: another user signed in in this browser.
 */
export const endings = ['over', 'left', 'blocked', 'suspended', 'another'] as const
export type SessionEnding = (typeof endings)[number]

/** Key of the last signed-in user, or `LEFT`. */
const HINT = 'signedIn'
const LEFT = 'left'
const sessionAtom = atom<SignedIn | null>(null)
export const userAtom = atom((get): SignedInUser | null => get(sessionAtom)?.user ?? null)

const nameOf = ({ company, id }: SignedInUser) => `${company.uuidCompany}:${id}`
/** Identifies the user in this browser; users of two companies may have the same id. */
export const personAtom = atom((get): string | null => {
  const user = get(userAtom)
  return user && nameOf(user)
})
/** The company's subscription has expired: the server refuses almost everything. */
export const overdueAtom = atom(false)
/** Changes at each sign-in; a renewed token keeps it. */
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
/** A person of the operator, in a company by consent. */
export const isGuest = (): boolean => store.get(userAtom)?.support === true
export const currentPerson = (): string | null => store.get(personAtom)
/** The other user, when two share a browser and thus its cookie. */
export const isSomebodyElse = ({ user }: SignedIn): boolean => isSignedIn() && nameOf(user) !== currentPerson()
/** Somebody has signed in here before: otherwise a page does not try to restore a session. */
export const mayHaveSession = (): boolean => localStorage.getItem(HINT) !== null && !hasLeft()
/** The user signed out. While offline the server does not know yet, and the cookie would still restore the session. */
const hasLeft = (): boolean => localStorage.getItem(HINT) === LEFT
export const markLeft = (): void => localStorage.setItem(HINT, LEFT)
/** The user signed out in another tab. */
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

/** The user's data changed while the page is open. */
export function takeOwn(changed: Partial<Omit<SignedInUser, 'id' | 'company' | 'companyId'>>) {
  const session = store.get(sessionAtom)
  if (session) store.set(sessionAtom, { ...session, user: { ...session.user, ...changed } })
}

/** The user has just signed in on this page and was not greeted yet. */
let isArriving = false
export function markArrived() {
  isArriving = true
}
export function hasArrived(): boolean {
  const was = isArriving
  isArriving = false
  return was
}

/** The company's time zone or language changed. */
export const setLocale = ({ timeZone, language }: Pick<SignedInUser['company'], 'timeZone' | 'language'>) =>
  changeCompany({ timeZone, language })

/** The company has another plan, or its plan was changed. */
export function setPlan(plan: CompanyPlan | null) {
  changeCompany({ plan, features: plan && planFlags.filter((flag) => plan[flag]) })
}

function changeCompany(changed: Partial<SignedInUser['company']>) {
  const session = store.get(sessionAtom)
  if (!session) return
  const { user } = session
  store.set(sessionAtom, { ...session, user: { ...user, company: { ...user.company, ...changed } } })
}

/** The hint of a user who signed in in another tab stays: their session continues. */
export function dropSession() {
  const person = currentPerson()
  if (!hasLeft() && (person === null || localStorage.getItem(HINT) === person)) localStorage.removeItem(HINT)
  store.set(visitAtom, null)
  store.set(sessionAtom, null)
}
