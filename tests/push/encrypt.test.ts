/** Our own encryption against the RFCs, and against the package that others use. */
import { describe, expect, test } from 'bun:test'
import { createECDH } from 'node:crypto'
import webPush from 'web-push'
import { encryptFor, signFor } from '../../src/features/push/encrypt'
import { isPublicKey } from '../../src/features/push/keys'
import { createBrowserKeys } from '../../src/simulator/push/decrypt'
import { faultOfVapid } from '../../src/simulator/push/vapid'

/** RFC 8291, appendix A. */
const example = {
  text: 'When I grow up, I want to be a watermelon',
  sender: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  receiver: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

const pairOf = (privateKey: string) => {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  return pair
}

describe('a message', () => {
  test('is encrypted as in the example of RFC 8291', () => {
    const random = { sender: pairOf(example.sender), salt: Buffer.from(example.salt, 'base64url') }
    expect(encryptFor(example.keys, example.text, random).toString('base64url')).toBe(example.body)
  })

  test('of the package that others use is read by our stand-in’s browser, and so is ours', async () => {
    const browser = createBrowserKeys()
    const subscription = { endpoint: 'https://push.example/1', keys: browser.keys }
    const { privateKey, publicKey } = webPush.generateVAPIDKeys()
    const vapidDetails = { subject: 'https://atende.example', publicKey, privateKey }
    const theirs = webPush.generateRequestDetails(subscription, 'Olá, çedilha 🙂', { vapidDetails })
    expect(browser.decrypt(theirs.body ?? Buffer.alloc(0))).toBe('Olá, çedilha 🙂')
    const expected = { audience: 'https://push.example', publicKey, now: Date.now() }
    expect(faultOfVapid(String(theirs.headers.Authorization), expected)).toBeUndefined()
    expect(browser.decrypt(encryptFor(browser.keys, 'Olá, çedilha 🙂'))).toBe('Olá, çedilha 🙂')
    const ours = await signFor({ publicKey, privateKey }, subscription.endpoint, vapidDetails.subject, Date.now())
    expect(faultOfVapid(ours, expected)).toBeUndefined()
  })

  test('for one browser cannot be read by another, nor changed', () => {
    const [browser, other] = [createBrowserKeys(), createBrowserKeys()]
    const body = encryptFor(browser.keys, 'segredo')
    expect(() => other.decrypt(body)).toThrow()
    body[body.length - 20] = (body[body.length - 20] ?? 0) ^ 1
    expect(() => browser.decrypt(body)).toThrow()
  })

  test('of four thousand bytes is the longest that a push service takes', () => {
    const body = encryptFor(createBrowserKeys().keys, 'a'.repeat(3993))
    expect(body.length).toBe(4096)
  })
})

describe('a signature', () => {
  test.each([
    ['another audience', { audience: 'https://other.example' }],
    ['another key than that of the subscription', { publicKey: 'BB' }],
    ['expired, or valid for too long', { now: Date.now() + 86_400_000 }],
    ['a wrong signature', {}],
  ])('is refused: %s', async (fault, wrong) => {
    const { privateKey, publicKey } = webPush.generateVAPIDKeys()
    const other = webPush.generateVAPIDKeys().privateKey
    const signing = fault === 'a wrong signature' ? other : privateKey
    const sign = () =>
      signFor({ publicKey, privateKey: signing }, 'https://push.example/1', 'https://a.example', Date.now())
    const expected = { audience: 'https://push.example', publicKey, now: Date.now(), ...wrong }
    if (fault === 'a wrong signature') {
      const header = await sign().catch(() => undefined) // some libraries refuse a pair that does not match
      expect(header === undefined ? fault : faultOfVapid(header, expected)).toBe(fault)
    } else expect(faultOfVapid(await sign(), expected)).toBe(fault)
  })
})

test('a key that is no point of the curve is recognised', () => {
  expect(isPublicKey(example.keys.p256dh)).toBe(true)
  expect(isPublicKey(`${example.keys.p256dh.slice(0, -2)}AA`)).toBe(false)
  expect(isPublicKey('')).toBe(false)
})
