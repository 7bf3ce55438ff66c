import { beforeAll, test } from 'bun:test'
import type { ContactSummary } from '../../../src/contacts/contract'
import type { TicketSummary } from '../../../src/tickets/contract'
import { until } from '../../survival/support/until'
import { CAMILA, RAFAEL } from '../support/demo'
import { desk } from '../support/desk'
import { stage } from '../support/stage'

const { demo, enter } = await stage()
const BETO = { name: 'Beto Lima', phone: '5521955550002' }

const BY_HAND = 'Roberto da obra'

beforeAll(async () => {
  const boss = await demo.signIn(RAFAEL.email)
  const { id: contactId } = await boss.demand<ContactSummary>('POST', '/contacts', {
    name: BY_HAND,
    number: BETO.phone,
  })
  await boss.link()
  await boss.phones.run({ do: 'addPhone', ...BETO, role: 'customer' })
  await boss.phones.run({ do: 'setHabits', phone: BETO.phone, addressing: 'lid', hideLid: true })
  await boss.phones.say(BETO.phone, 'Fechamos com o granito.')
  const { id: hidden } = await boss.accept(await boss.ticketOf(BETO.name))
  await boss.demand('PUT', `/tickets/${hidden}`, { status: 'closed' })
  const { id } = await boss.demand<TicketSummary>('POST', '/tickets', { contactId, queueId: 1 })
  const note = (body: string) => boss.demand('POST', `/messages/${id}`, { body, isNote: true })
  await note('Começa aqui.')
  for (let n = 1; n <= 45; n++) await note(`Linha ${n}`)
})

test('messages from a hidden number appear in the open conversation once the number is known', async () => {
  const page = await enter(RAFAEL.email)
  const { open, bubble } = desk(page)
  await open(BY_HAND)
  await bubble('Linha 45').waitFor()
  const readUpTo = async (text: string) => {
    await page.locator('.chat-scroll').hover()
    await until(
      async () => {
        await page.mouse.wheel(0, -2_000)
        return (await bubble(text).count()) > 0
      },
      { every: 50, why: () => `no “${text}”` },
    )
  }
  await readUpTo('Começa aqui.')
  const camila = await demo.signIn(CAMILA.email)
  await camila.phones.run({ do: 'setHabits', phone: BETO.phone, hideLid: false })
  await camila.phones.say(BETO.phone, 'Sou eu de novo')
  await readUpTo('Fechamos com o granito.')
})
