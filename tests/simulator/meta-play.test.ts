import { expect, test } from 'bun:test'
import { openShop, play } from '../../src/simulator/meta/play'
import { graphCall, meta } from '../support/meta'
import { metaReceiver } from '../support/meta-receiver'
import { until } from '../support/until'

const input = { id: '700', secret: 'app-secret', verifyToken: 'verify', configId: '900' }
const briefly = { firstMs: 1, betweenMs: 1, answerMs: 1 }

test('people of the demo write by every door, and go on when they are answered', async () => {
  const standIn = meta()
  const shop = openShop(standIn, input)
  const hook = metaReceiver(shop.app)
  await standIn.setWebhook(shop.app, hook.url)
  const stop = play(standIn, shop, briefly)
  const inbound = () => [...standIn.world.messages.values()].filter(({ by }) => by === 'person')
  await until(() => new Set(inbound().map(({ account }) => account.kind)).size === 3)
  const first = inbound().find(({ account }) => account.kind === 'number')
  const chats = inbound().filter(({ person, account }) => person === first?.person && account === first.account).length
  const body = { messaging_product: 'whatsapp', to: first?.person.phone, type: 'text', text: { body: 'Já verifico.' } }
  expect((await graphCall(standIn, shop.systemToken, `/${shop.number.id}/messages`, body)).status).toBe(200)
  await until(
    () =>
      inbound().filter(({ person, account }) => person === first?.person && account === first.account).length > chats,
  )
  stop()
})

test('the shop of the demo is the same at each start', () => {
  const [first, second] = [openShop(meta(), input), openShop(meta(), input)]
  expect([second.page.id, second.number.id, second.systemToken]).toEqual([
    first.page.id,
    first.number.id,
    first.systemToken,
  ])
})
