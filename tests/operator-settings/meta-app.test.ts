/** The operator's app at Meta: the addresses to register, and the test that asks Meta. */
import { expect, test } from 'bun:test'
import type { OperatorSettingList, Trial } from '../../src/settings/operator/contract'
import { meta } from '../support/meta'
import { world } from '../support/world'

const ADDRESS = 'https://balcao.example'

function place() {
  const standIn = meta()
  const app = standIn.addApp({ name: 'Maré Sistemas', secret: 'segredo-do-app' })
  const w = world({ environment: { graphUrl: standIn.url }, publicUrl: ADDRESS })
  const operator = w.admin({ super: true })
  const ask = async () =>
    (await (await operator.json('/api/operator-settings/trials/meta', 'POST', {})).json()) as Trial
  const set = (settings: object) => operator.json('/api/operator-settings', 'PUT', settings)
  return { standIn, app, operator, ask, set }
}

test('the addresses to register begin with the public one', async () => {
  const { operator } = place()
  const { meta } = (await (await operator.request('/api/operator-settings')).json()) as OperatorSettingList
  expect(meta).toEqual({
    webhook: `${ADDRESS}/api/meta/webhook`,
    signIn: `${ADDRESS}/meta-sign-in`,
    deauthorize: `${ADDRESS}/api/meta/deauthorize`,
    deletion: `${ADDRESS}/api/meta/deletion`,
  })
})

test('the test says what is missing, from the ID to the last webhook', async () => {
  const { app, ask, set } = place()
  expect(await ask()).toMatchObject({ ok: false, fault: 'metaIncomplete' })
  await set({ metaAppId: app.id, metaAppSecret: 'outro-segredo' })
  expect(await ask()).toMatchObject({ ok: false, fault: 'metaRefused', answer: expect.stringContaining('OAuth') })
  await set({ metaAppSecret: app.secret })
  expect(await ask()).toMatchObject({ ok: false, fault: 'metaUnsubscribed', answer: expect.stringContaining('page') })
  app.callbackUrl = 'https://outro.example/webhook'
  expect(await ask()).toMatchObject({ ok: false, fault: 'metaElsewhere', answer: 'https://outro.example/webhook' })
  app.callbackUrl = `${ADDRESS}/api/meta/webhook`
  app.fields.instagram = ['message_reactions']
  expect(await ask()).toMatchObject({ ok: false, fault: 'metaFields', answer: 'messages' })
  app.fields.instagram = ['messages']
  expect(await ask()).toEqual({ ok: true, fault: null, answer: 'Maré Sistemas' })
})

test('a Meta that does not answer is told from one that refuses', async () => {
  const { standIn, app, ask, set } = place()
  await set({ metaAppId: app.id, metaAppSecret: app.secret })
  await standIn.stop()
  expect(await ask()).toMatchObject({ ok: false, fault: 'metaSilent', answer: null })
})
