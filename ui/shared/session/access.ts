/** Coming and going: sign in, come back after a reload, sign out, be sent away. */
import type { Credentials, SignedIn } from '../../../src/access/contract'
import { chosenLanguage, languageAtom, speak } from '../i18n/language'
import { isLanguage } from '../i18n/languages'
import { store } from '../store'
import { authorizedFetch } from './authorizedFetch'
import { ApiError, failureOf, unreachable } from './failure'
import { currentToken, dropSession, type Goodbye, isSignedIn, keepSession } from './session'

let sendAway: (goodbye: Goodbye) => void = () => {}
/** The router says how to reach the sign-in page; called once at start. */
export function onSessionEnd(navigate: (goodbye: Goodbye) => void) {
  sendAway = navigate
}

/** Every call of the screens goes through here. */
export const sessionFetch = authorizedFetch((input, init) => fetch(input, init), {
  token: currentToken,
  language: () => store.get(languageAtom),
  renew: renewSession,
  ended: () => endSession(),
})

export async function signIn(credentials: Credentials): Promise<void> {
  await welcome(await ask('POST', '/api/auth/login', credentials))
}

/** A new token for the cookie we hold; false when the session is over. One tab at a time: each cookie is good for one use. */
export async function renewSession(): Promise<boolean> {
  return oneTabAtATime(async () => {
    try {
      await welcome(await ask('POST', '/api/auth/refresh_token'))
      return true
    } catch (failure) {
      if (failure instanceof ApiError && (failure.status === 401 || failure.status === 403)) return false
      throw failure
    }
  })
}

let restoring: Promise<void> | null = null
/** After a reload only the cookie is left: asks once, and leaves the page signed out when it is worth nothing. */
export function restoreSession(): Promise<void> {
  restoring ??= renewSession()
    .then((renewed) => {
      if (!renewed) dropSession()
    })
    .finally(() => {
      restoring = null
    })
  return restoring
}

let leaving = false
export async function signOut(): Promise<void> {
  leaving = true
  await sessionFetch('/api/auth/logout', { method: 'DELETE' }).catch(() => undefined)
  endSession()
  leaving = false
}

/** The session is over, here or on the server: back to the sign-in page, which says why. */
export function endSession(goodbye: Goodbye = {}) {
  if (!isSignedIn()) return
  dropSession()
  // Who leaves by the door needs no explanation, even when the server's news of it come first.
  sendAway(leaving ? {} : goodbye)
}

async function welcome(session: SignedIn) {
  keepSession(session)
  const { language } = session.user.company
  if (chosenLanguage() === null && isLanguage(language)) await speak(language)
}

async function ask(method: string, address: string, body?: unknown): Promise<SignedIn> {
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
  // The server's answer is bound to the `SignedIn` schema there.
  return content as SignedIn
}

function oneTabAtATime<T>(work: () => Promise<T>): Promise<T> {
  // Web Locks exist only on HTTPS and localhost; elsewhere tabs may race, as they always could.
  return navigator.locks ? navigator.locks.request('balcao.renew', work) : work()
}
