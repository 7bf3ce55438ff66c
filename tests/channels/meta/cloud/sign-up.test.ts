/** Meta's sign-up for official numbers: what is granted, what may be chosen, and what becomes of each number. */
import { describe, expect, test } from 'bun:test'
import type { FoundNumbers, NumbersConnected, SignUpOffer } from '../../../../src/channels/meta/cloud/sign-up-contract'
import type { SignInAnswer } from '../../../../src/simulator/meta/sign-in'
import type { Attendant } from '../../../support/company-world'
import { SALES } from '../../../support/company-world'
import { givePlan } from '../../../support/plans'
import { until } from '../../../support/until'
import type { WorldOptions } from '../../../support/world'
import { metaWorld, post } from '../pages/connected'

const PIN = '246810'
const START = '/api/whatsapp/official/sign-in'

function signUpWorld({ lastsMs = null, ...wanted }: WorldOptions & { lastsMs?: number | null } = {}) {
  const scopes = ['whatsapp_business_management', 'whatsapp_business_messaging']
  const all = metaWorld({}, { ...wanted, environment: { metaConfigId: '900', ...wanted.environment } })
  const { standIn, w, admin } = all
  // The app of `metaWorld` gets a configuration.
  const app = Object.assign(all.app, { loginConfigs: [{ id: '900', scopes, lastsMs }] })
  const business = standIn.addBusiness({ name: 'Casa Aurora' })
  const number = standIn.addNumber(business, {
    phone: '552140201180',
    verifiedName: 'Casa Aurora',
    isRegistered: false,
  })
  const user = standIn.addUser({ name: 'Lia Prado', businesses: [business] })
  /** Follows Meta's dialog. Returns what the browser comes back with. */
  const visit = async (answer: SignInAnswer = { user }, kind = 'own', who: Attendant = admin) => {
    standIn.answerSignIn(answer)
    const { url } = (await (await post(who, START, { kind })).json()) as { url: string }
    const back = new URL((await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '')
    const { state = '', code, error_description: error } = Object.fromEntries(back.searchParams)
    return { state, ...(code !== undefined && { code }), ...(error !== undefined && { error }) }
  }
  const finish = (back: object, who: Attendant = admin) => post(who, `${START}/finish`, back)
  const sign = async (answer?: SignInAnswer, kind?: string, who?: Attendant) =>
    (await (await finish(await visit(answer, kind, who), who)).json()) as FoundNumbers
  const choose = async (key: string, numbers: object[], who: Attendant = admin) => {
    const response = await post(who, '/api/whatsapp/official/numbers', { key, numbers, queueIds: [SALES] })
    return (await response.json()) as NumbersConnected & { error?: string }
  }
  const connections = () =>
    w.rows<{ name: string; status: string }>(
      "SELECT name, status FROM connections WHERE channel = 'whatsapp_cloud' AND deleted_at IS NULL",
    )
  return { ...all, app, business, number, user, visit, finish, sign, choose, connections }
}
type All = ReturnType<typeof signUpWorld>

const failureOf = async (answer: Response) => ((await answer.json()) as { error: string }).error
const registered = ({ standIn }: All) => standIn.seen.filter(({ path }) => path.endsWith('/register'))

describe('the offer', () => {
  const offered = async ({ admin }: All) =>
    (await (await admin.request('/api/whatsapp/official/sign-in')).json()) as SignUpOffer

  test('is made where the operator has an app with a configuration', async () => {
    expect(await offered(signUpWorld())).toEqual({ isOffered: true, fault: null })
    expect(await offered(signUpWorld({ environment: { metaConfigId: '' } }))).toMatchObject({ isOffered: false })
  })

  test('is refused without one', async () => {
    const bare = signUpWorld({ environment: { metaConfigId: '' } })
    expect(await failureOf(await post(bare.admin, START, { kind: 'own' }))).toBe('ERR_META_SIGN_UP_OFF')
  })

  test('says why Meta could not send people back', async () => {
    const environment = { graphUrl: 'https://graph.facebook.com' }
    expect(await offered(signUpWorld({ environment }))).toEqual({ isOffered: true, fault: 'private' })
    const plain = signUpWorld({ environment, publicUrl: 'http://balcao.example' })
    expect(await offered(plain)).toEqual({ isOffered: true, fault: 'plain' })
  })
})

describe('signing up', () => {
  test('lists the numbers of what was granted, without tokens', async () => {
    const all = signUpWorld()
    const found = await all.sign()
    expect(found).toMatchObject({
      businesses: 1,
      numbers: [
        { id: all.number.id, phone: '552140201180', businessName: 'Casa Aurora', needsPin: true, refusal: null },
      ],
    })
    expect(JSON.stringify(found)).not.toContain('EAA')
  })

  test('tells nothing granted from an account without numbers', async () => {
    const all = signUpWorld()
    expect(await all.sign({ user: all.user, businesses: [] })).toMatchObject({ businesses: 0, numbers: [] })
    const empty = all.standIn.addBusiness()
    all.user.businesses.add(empty)
    expect(await all.sign({ user: all.user, businesses: [empty] })).toMatchObject({ businesses: 1, numbers: [] })
  })

  test('finds accounts where Meta names the permission otherwise', async () => {
    const all = signUpWorld()
    const scopes = ['business_management', 'whatsapp_business_manage_events', 'whatsapp_business_messaging']
    Object.assign(all.app, { loginConfigs: [{ id: '900', scopes, lastsMs: null }] })
    const { key } = await all.sign()
    expect((await all.choose(key, [{ id: all.number.id, pin: PIN }])).connected).toHaveLength(1)
  })

  test('fails when the person cancels, when the code was used, and when it is too old', async () => {
    const all = signUpWorld()
    expect(await failureOf(await all.finish(await all.visit({ user: null })))).toBe('ERR_META_SIGN_IN_FAILED')
    const back = await all.visit()
    expect((await all.finish(back)).status).toBe(200)
    expect(await failureOf(await all.finish(back))).toBe('ERR_META_SIGN_IN_STATE')
    const { code } = await all.visit()
    const { state } = await all.visit()
    expect((await all.finish({ state, code })).status).toBe(200)
    const again = await all.visit()
    expect(await failureOf(await all.finish({ ...again, code }))).toBe('ERR_META_SIGN_IN_FAILED')
  })

  test('belongs to the person who began it, and to what was begun', async () => {
    const all = signUpWorld()
    const back = await all.visit()
    expect(await failureOf(await all.finish(back, all.w.admin()))).toBe('ERR_META_SIGN_IN_STATE')
    const pages = await post(all.admin, '/api/facebook/sign-in/finish', back)
    expect(await failureOf(pages)).toBe('ERR_META_SIGN_IN_STATE')
    const { key } = (await (await all.finish(back)).json()) as FoundNumbers
    const chosen = [{ id: all.number.id, pin: PIN }]
    expect((await all.choose(key, chosen, all.w.admin())).error).toBe('ERR_META_SIGN_IN_STATE')
    expect((await all.choose(key, chosen)).connected).toHaveLength(1)
    expect((await all.choose(key, chosen)).error).toBe('ERR_META_SIGN_IN_STATE')
  })
})

describe('a chosen number', () => {
  test('is registered, subscribed and connected with the operator’s app; its messages arrive', async () => {
    const all = signUpWorld()
    const { key } = await all.sign()
    const { connected, refused } = await all.choose(key, [{ id: all.number.id, pin: PIN }])
    expect(refused).toEqual([])
    expect(connected).toMatchObject([{ id: all.number.id, name: 'Casa Aurora', isNew: true }])
    expect(all.number).toMatchObject({ isRegistered: true, pin: PIN })
    expect(all.business.subscriptions.has(all.app.id)).toBe(true)
    expect(all.connections()).toEqual([{ name: 'Casa Aurora', status: 'CONNECTED' }])
    const claims = all.w.control.$client
      .prepare('SELECT app_secret, verify_token_hash FROM channel_accounts WHERE account = ?')
      .all(all.number.id)
    expect(claims).toEqual([{ app_secret: null, verify_token_hash: null }])
    expect(all.w.rows<{ at: number }>('SELECT subscribed_at AS at FROM meta_accounts')[0]?.at).toBeGreaterThan(0)
    const acts = all.w.rows(
      "SELECT act, user_id IS NOT NULL AS byUser FROM audit_log WHERE subject_name = 'Casa Aurora'",
    )
    expect(acts).toEqual([{ act: 'create', byUser: 1 }])
    await all.standIn.whatsapp(all.standIn.person({ name: 'João', phone: '5521988887777' }), all.number).text('Oi')
    await until(() => all.w.rows("SELECT 1 FROM messages WHERE body = 'Oi'").length === 1, 'the message')
    const files = JSON.stringify([
      all.w.rows('SELECT * FROM connections'),
      all.w.rows('SELECT * FROM meta_accounts'),
      all.w.rows('SELECT * FROM audit_log'),
    ])
    expect(files).not.toContain(PIN)
  })

  test('needs its PIN, and says when it is wrong', async () => {
    const all = signUpWorld()
    const without = await all.sign()
    expect((await all.choose(without.key, [{ id: all.number.id }])).refused).toMatchObject([{ reason: 'pinMissing' }])
    all.number.pin = '111111'
    const wrong = await all.choose((await all.sign()).key, [{ id: all.number.id, pin: PIN }])
    expect(wrong.refused).toMatchObject([{ reason: 'pinWrong', answer: expect.stringContaining('PIN') }])
    expect(all.connections()).toEqual([])
    // It can be corrected without another sign-in.
    const right = await all.choose(wrong.key ?? '', [{ id: all.number.id, pin: '111111' }])
    expect([right.key, right.connected]).toMatchObject([null, [{ isNew: true }]])
  })

  test('that another provider has stays there, in Meta’s words, and does not keep the others from it', async () => {
    const all = signUpWorld()
    const elsewhere = all.standIn.addNumber(all.business, {
      phone: '552140201181',
      isRegistered: false,
      isElsewhere: true,
    })
    const { key } = await all.sign()
    const chosen = [elsewhere, all.number].map(({ id }) => ({ id, pin: PIN }))
    const { connected, refused } = await all.choose(key, chosen)
    expect(connected).toMatchObject([{ id: all.number.id }])
    expect(refused).toMatchObject([{ id: elsewhere.id, reason: 'meta', answer: expect.stringContaining('Deregister') }])
  })

  test('on a phone is never registered, and brings its address book and its past', async () => {
    const all = signUpWorld()
    const phone = all.standIn.addNumber(all.business, {
      phone: '552140201182',
      isOnBizApp: true,
      isRegistered: false,
    })
    const { key, numbers } = await all.sign(undefined, 'coexist')
    expect(numbers.find(({ id }) => id === phone.id)).toMatchObject({ isCoexistent: true, needsPin: false })
    expect((await all.choose(key, [{ id: phone.id, pin: PIN }])).connected).toHaveLength(1)
    await until(() => phone.synced.size === 2, 'the requests for the phone’s data')
    expect(registered(all)).toEqual([])
    expect(all.w.rows('SELECT coexistent FROM meta_accounts')).toEqual([{ coexistent: 1 }])
  })

  test('of another company is refused without saying whose it is', async () => {
    const all = signUpWorld()
    await all.choose((await all.sign()).key, [{ id: all.number.id, pin: PIN }])
    const other = all.w.company('Outra').admin()
    const found = await all.sign({ user: all.user }, 'own', other)
    expect(found.numbers).toMatchObject([{ isConnected: false, refusal: 'otherCompany' }])
    const { connected, refused } = await all.choose(found.key, [{ id: all.number.id }], other)
    expect([connected, refused]).toMatchObject([[], [{ reason: 'otherCompany' }]])
  })

  test('that was not granted is not connected', async () => {
    const all = signUpWorld()
    const foreign = all.standIn.addNumber(all.standIn.addBusiness(), { phone: '552140201183' })
    const { key } = await all.sign()
    expect(await all.choose(key, [{ id: foreign.id }])).toEqual({ key: null, connected: [], refused: [] })
  })

  test('is not registered where the plan has no room', async () => {
    const all = signUpWorld()
    const { key } = await all.sign()
    givePlan(all.w.control, all.w.tenant.id, ['useWhatsapp'], { connections: 0 })
    const { refused } = await all.choose(key, [{ id: all.number.id, pin: PIN }])
    expect([refused, registered(all)]).toMatchObject([[{ reason: 'limit' }], []])
  })

  test('is given new access by signing up again, also after it was disconnected', async () => {
    const all = signUpWorld({ lastsMs: 60 * 86_400_000 })
    const first = await all.choose((await all.sign()).key, [{ id: all.number.id, pin: PIN }])
    const id = first.connected[0]?.whatsappId ?? 0
    const ends = () => all.w.rows<{ ends: number }>('SELECT token_ends_at AS ends FROM meta_accounts')[0]?.ends
    expect(ends()).toBeGreaterThan(0)
    await all.admin.request(`/api/whatsappsession/${id}`, { method: 'DELETE' })
    const { key, numbers } = await all.sign()
    expect(numbers).toMatchObject([{ isConnected: true, needsPin: false }])
    const again = await all.choose(key, [{ id: all.number.id }])
    expect(again.connected).toMatchObject([{ whatsappId: id, isNew: false }])
    expect(all.connections()).toMatchObject([{ status: 'CONNECTED' }])
  })
})
