/** The stand-in's sign-up for WhatsApp: what Meta checks of the dialog, the code and the number. */
import { describe, expect, test } from 'bun:test'
import { graphCall, meta } from '../support/meta'

const BACK = 'https://balcao.example/meta-sign-in'
const MINUTE = 60_000
const COEXIST = JSON.stringify({ setup: {}, featureType: 'whatsapp_business_app_onboarding', sessionInfoVersion: '3' })

function prepared() {
  let now = Date.UTC(2026, 10, 1)
  const standIn = meta({ now: () => now })
  const scopes = ['whatsapp_business_management', 'whatsapp_business_messaging']
  const app = standIn.addApp({ id: '700', secret: 'app-secret', loginConfigs: [{ id: '900', scopes, lastsMs: null }] })
  const business = standIn.addBusiness()
  const number = standIn.addNumber(business, { phone: '551133334444', isRegistered: false })
  const user = standIn.addUser({ name: 'Lia Prado', businesses: [business] })
  const dialog = async (query: Record<string, string> = {}) => {
    const url = new URL(`${standIn.url}/v26.0/dialog/oauth`)
    const usual = { client_id: '700', redirect_uri: BACK, state: 's', response_type: 'code', config_id: '900' }
    const asked = { ...usual, override_default_response_type: 'true', ...query }
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
    const answer = await fetch(url, { redirect: 'manual' })
    return { text: await answer.text(), location: answer.headers.get('location') }
  }
  const redeem = async (code: string, redirectUri = BACK) => {
    const query = new URLSearchParams({
      client_id: '700',
      client_secret: 'app-secret',
      code,
      redirect_uri: redirectUri,
    })
    const answer = await fetch(`${standIn.url}/v26.0/oauth/access_token?${query}`)
    const body = (await answer.json()) as {
      access_token?: string
      expires_in?: number
      error?: { error_subcode?: number }
    }
    return { token: body.access_token ?? '', endsIn: body.expires_in, fault: body.error?.error_subcode }
  }
  const code = async (query?: Record<string, string>) =>
    new URL((await dialog(query)).location ?? '').searchParams.get('code') ?? ''
  return { standIn, app, business, number, user, dialog, redeem, code, pass: (ms: number) => (now += ms) }
}

describe('the dialog', () => {
  test('needs the app’s configuration, and a code as its answer', async () => {
    const p = prepared()
    p.standIn.answerSignIn({ user: p.user })
    expect((await p.dialog({ config_id: '901' })).text).toContain('configuration is not valid')
    expect((await p.dialog({ response_type: 'token' })).text).toContain('configuration is not valid')
    expect((await p.dialog({ override_default_response_type: 'false' })).text).toContain('configuration is not valid')
    expect((await p.dialog()).location).toStartWith(`${BACK}?state=s&code=`)
  })

  test('asks people who they are and which accounts they grant', async () => {
    const p = prepared()
    const other = p.standIn.addBusiness({ name: 'De outra pessoa' })
    expect((await p.dialog()).text).toContain('Continue as Lia Prado')
    const token = (await p.redeem(await p.code({ __user: p.user.id, __business: other.id }))).token
    expect((await graphCall(p.standIn, token, `/${other.id}`)).error).toBe('100/33')
    expect((await p.dialog({ __user: 'cancel' })).location).toContain('error=access_denied')
  })
})

describe('the code', () => {
  test('becomes a token for the accounts granted, and no others', async () => {
    const p = prepared()
    p.standIn.answerSignIn({ user: p.user })
    const { token, endsIn } = await p.redeem(await p.code())
    expect(endsIn).toBeUndefined()
    const facts = await graphCall(p.standIn, '700|app-secret', `/debug_token?input_token=${token}`)
    expect(facts.body.data).toMatchObject({
      type: 'SYSTEM_USER',
      granular_scopes: [{ scope: 'whatsapp_business_management', target_ids: [p.business.id] }, {}],
    })
    expect((await graphCall(p.standIn, token, `/${p.business.id}/phone_numbers`)).body.data).toHaveLength(1)
  })

  test('is used once, by the same address, within ten minutes', async () => {
    const p = prepared()
    for (let at = 0; at < 2; at++) p.standIn.answerSignIn({ user: p.user })
    const code = await p.code()
    expect((await p.redeem(code, `${BACK}/`)).fault).toBe(36008)
    expect((await p.redeem(code)).fault).toBeUndefined()
    expect((await p.redeem(code)).fault).toBe(36009)
    const late = await p.code()
    p.pass(11 * MINUTE)
    expect((await p.redeem(late)).fault).toBe(36007)
  })
})

describe('registering', () => {
  const pin = { messaging_product: 'whatsapp', pin: '123456' }

  test('is for numbers that nobody else uses, with their PIN', async () => {
    const p = prepared()
    const token = p.standIn.systemToken(p.app, [p.business])
    const register = (id: string, body: object = pin) => graphCall(p.standIn, token, `/${id}/register`, body)
    expect((await register(p.number.id)).status).toBe(200)
    expect((await register(p.number.id, { ...pin, pin: '654321' })).error).toBe('133005')
    const elsewhere = p.standIn.addNumber(p.business, { phone: '551155556666', isElsewhere: true })
    expect((await register(elsewhere.id)).error).toBe('133000')
    const onPhone = p.standIn.addNumber(p.business, { phone: '551177778888', isOnBizApp: true })
    expect((await register(onPhone.id)).error).toBe('100/2388343')
    expect(onPhone.isOnBizApp).toBe(true)
  })

  test('is not needed for a number on a phone, which the sign-up links', async () => {
    const p = prepared()
    const onPhone = p.standIn.addNumber(p.business, { phone: '551177778888', isOnBizApp: true, isRegistered: false })
    p.standIn.answerSignIn({ user: p.user })
    await p.code()
    expect(onPhone.isRegistered).toBe(false)
    p.standIn.answerSignIn({ user: p.user })
    await p.code({ extras: COEXIST })
    expect(onPhone).toMatchObject({ isRegistered: true, isOnBizApp: true })
  })
})
