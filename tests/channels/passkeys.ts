/** A passkey that WhatsApp demands while a number is linked, and visitors of its link. */
import { expect } from 'bun:test'
import { keyOf, type PasskeyDemand } from '../../src/channels/channel'
import type { LinkState, PasskeyCredential } from '../../src/channels/passkeys/contract'
import { MINUTE } from '../../src/platform/time'
import { LOJA } from '../support/company-world'
import { BASE, type World } from '../support/world'

export const options = { challenge: 'c2VjcmV0LWNoYWxsZW5nZQ', rpId: 'whatsapp.com', allowCredentials: [] }
export const response = {
  clientDataJSON: 'AAAA',
  authenticatorData: 'AAAA',
  signature: 'c2VjcmV0LXNpZ25hdHVyZQ',
  userHandle: null,
}
export const credential: PasskeyCredential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response }
export const PATH = `/api/whatsappsession/${LOJA}/passkey`

/** Somebody is linking a number, and WhatsApp demands its passkey. */
export async function demanded(
  w: World,
  { linkedBy = w.admin(), ...change }: Partial<PasskeyDemand> & { linkedBy?: ReturnType<World['admin']> } = {},
) {
  const answers: PasskeyCredential[] = []
  const compared: boolean[] = []
  const given = { up: 0 }
  const ref = w.refOf(LOJA)
  w.telephones.report(ref, { status: 'DISCONNECTED', number: null })
  await linkedBy.json(`/api/whatsappsession/${LOJA}`, 'POST', {})
  const demand: PasskeyDemand = {
    id: 'first',
    stage: 'demanded',
    options,
    expiresAt: w.clock.now() + 10 * MINUTE,
    code: null,
    wasRefused: false,
    answer(one) {
      answers.push(one)
      return null
    },
    compare(isSame) {
      compared.push(isSame)
      return true
    },
    giveUp: () => void given.up++,
    ...change,
  }
  const become = (next: Partial<PasskeyDemand>) => {
    const now = { ...demand, ...next }
    w.telephones.demands.set(keyOf(ref), now)
    w.telephones.report(ref, { status: 'PASSKEY', passkey: { stage: now.stage, expiresAt: now.expiresAt } })
  }
  become({})
  return { admin: linkedBy, answers, compared, given, become }
}
export const errorOf = async (answer: Response) => ((await answer.json()) as { error: string }).error
export const visit = (w: World, path: string, body: object, headers: Record<string, string> = {}) =>
  w.request(`/api/passkey/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: BASE, host: 'localhost', ...headers },
    body: JSON.stringify(body),
  })
export const stateOf = async (answer: Response) => (await answer.json()) as LinkState
export async function shared(_w: World, admin: ReturnType<World['admin']>) {
  const link = (await (await admin.json(`${PATH}/link`, 'POST', {})).json()) as { path: string; expiresAt: string }
  return { ...link, token: link.path.replace('/p/', '') }
}
export async function opened(w: World, token: string) {
  const answer = await visit(w, 'open', { token }, { 'user-agent': 'Firefox on a desk' })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { key: string }).key
}
