/** Signing in and out, restoring the session after a reload, and sessions ended by the server. */
import type { Credentials, Refresh, SignedIn } from '../../../src/users/contract'
import { chosenLanguage, languageAtom, speak } from '../i18n/language'
import { isLanguage } from '../i18n/languages'
import { counted } from '../quiet'
import { store } from '../store'
import { newUuid } from '../uuid'
import { authorizedFetch } from './authorizedFetch'
import { ApiError, failureOf, unreachable } from './failure'
import { goodbyeOf } from './goodbye'
import {
  currentPerson,
  currentToken,
  dropSession,
  type Goodbye,
  isGuest,
  isSignedIn,
  isSomebodyElse,
  keepSession,
  markArrived,
  markLeft,
  markOverdue,
  onLeft,
} from './session'

let sendAway: (goodbye: Goodbye | null) => void = () => {}
/** Registers how to open the sign-in page; called once at start. Null: the person signed out. */
export function onSessionEnd(navigate: (goodbye: Goodbye | null) => void) {
  sendAway = navigate
  onLeft(() => endSession({ ended: 'left' }))
}

/** Every API call goes through here. */
export const sessionFetch = authorizedFetch((input, init) => counted(fetch(input, init)), {
  token: currentToken,
  holder: currentPerson,
  language: () => store.get(languageAtom),
  renew: renewSession,
  ended: () => endSession(),
  overdue: markOverdue,
})

export const signIn = async (credentials: Credentials): Promise<void> =>
  void (await signInWith('/api/auth/login', credentials))

/** By a route that answers as sign-in does, or first with something else, which is returned. */
export async function signInWith<Other extends object>(address: string, body: object): Promise<Other | null> {
  const answer = await ask<SignedIn | Other>('POST', address, body)
  if (!('token' in answer)) return answer
  await welcome(answer)
  markArrived()
  return null
}

/** Renews the token with the refresh cookie. False: the session is over, and the user was told why. */
export async function renewSession(): Promise<boolean> {
  const holder = currentPerson()
  const goodbye = await renew(holder)
  if (goodbye && currentPerson() === holder) endSession(goodbye)
  return goodbye === null
}

/**
 * Renews the session; resolves with null, or with why it is over. One tab at a time, because each cookie can be used
 * once. If another user has signed in in another tab, the cookie is theirs and this page's session is over.
 */
const renew = (holder: string | null): Promise<Goodbye | null> =>
  oneTabAtATime(async () => {
    try {
      const renewed = await ask('POST', '/api/auth/refresh_token', { browser: wordOfThisBrowser() } satisfies Refresh)
      // The person signed out during the request.
      if (currentPerson() !== holder) return { ended: 'over' }
      if (isSomebodyElse(renewed)) return { ended: 'another' }
      await welcome(renewed)
      return null
    } catch (failure) {
      if (failure instanceof ApiError && (failure.status === 401 || failure.status === 403)) return goodbyeOf(failure)
      throw failure
    }
  })

let restoring: Promise<Goodbye> | null = null
/**
 * After a reload only the cookie is left: tries once to renew the session, and leaves the page signed out if that
 * fails. Resolves with a notice if there was a session here.
 */
export function restoreSession(): Promise<Goodbye> {
  restoring ??= renew(currentPerson())
    .then(async (goodbye): Promise<Goodbye> => {
      if (goodbye) dropSession()
      return goodbye ?? {}
    })
    .finally(() => {
      restoring = null
    })
  return restoring
}

const unfinished = new Set<() => Promise<unknown>>()
/** Registers what must reach the server before sign-out; returns a function that withdraws it. */
export function beforeSignOut(finish: () => Promise<unknown>): () => void {
  unfinished.add(finish)
  return () => void unfinished.delete(finish)
}

let leaving = false
/** A person of the operator returns from a company to their own session. */
export async function leaveSupport(): Promise<void> {
  await fetch('/api/support/leave', { method: 'POST' }).catch(() => undefined)
  location.assign('/companies')
}

export async function signOut(): Promise<void> {
  if (isGuest()) return leaveSupport()
  await Promise.allSettled([...unfinished].map((finish) => finish()))
  leaving = true
  markLeft()
  await sessionFetch('/api/auth/logout', { method: 'DELETE' }).catch(() => undefined)
  endSession()
  leaving = false
}

/** The session is over, here or on the server: opens the sign-in page, which says why. */
export function endSession(goodbye: Goodbye = { ended: 'over' }) {
  if (!isSignedIn()) return
  if (isGuest()) return void leaveSupport()
  dropSession()
  // Signing out needs no explanation, even if the server's event arrives first.
  sendAway(leaving ? null : goodbye)
}

async function welcome(session: SignedIn) {
  keepSession(session)
  const { language } = session.user.company
  if (chosenLanguage() === null && isLanguage(language)) await speak(language)
}

async function ask<Answer = SignedIn>(method: string, address: string, body?: unknown): Promise<Answer> {
  const headers = { 'accept-language': store.get(languageAtom), 'content-type': 'application/json' }
  const answer = await fetch(address, {
    method,
    headers,
    credentials: 'same-origin',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => {
    throw unreachable()
  })
  const content: unknown = await answer.json().catch(() => null)
  if (!answer.ok) throw failureOf(answer.status, content)
  // The server validates the response against the route's schemas.
  return content as Answer
}

/** Lets the server distinguish a cookie used twice at once, or again after a lost response, from a stolen one. */
function wordOfThisBrowser(): string {
  const known = localStorage.getItem(WORD)
  if (known) return known
  const made = newUuid()
  localStorage.setItem(WORD, made)
  return made
}
const WORD = 'browser'

function oneTabAtATime<T>(work: () => Promise<T>): Promise<T> {
  // Web Locks exist only on HTTPS and localhost; elsewhere tabs may race, and the browser's random token proves that
  // the requests come from the same browser.
  return navigator.locks ? navigator.locks.request('balcao.renew', work) : work()
}
