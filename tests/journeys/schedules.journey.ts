import { expect, test } from 'bun:test'
import { patience } from '../support/bound'
import { until } from '../survival/support/until'
import { CAMILA, RAFAEL } from './support/demo'
import { stage } from './support/stage'

const { demo, enter } = await stage()
/** Waits in the queue Vendas, which Camila serves. */
const CUSTOMER = 'João Pedro Sant’Anna'

type Made = { schedules: { id: number }[] }
type Shown = { sendAt: string; status: string }

const ZONE = 'America/Sao_Paulo'
/** Noon on the Wednesday of the middle week of next month, where every neighbour is in view. */
function nextMonth(): Temporal.ZonedDateTime {
  const eighth = Temporal.Now.plainDateISO(ZONE).add({ months: 1 }).with({ day: 8 })
  return eighth.add({ days: (10 - eighth.dayOfWeek) % 7 }).toZonedDateTime({ timeZone: ZONE, plainTime: '12:00' })
}

test('a message is scheduled from its conversation, moved in the calendar by mouse and keyboard, and sent once', async () => {
  const boss = await demo.signIn(RAFAEL.email)
  await boss.link()
  const { contact, uuid } = await boss.ticketOf(CUSTOMER)
  const [loja] = ((await boss.demand('GET', '/whatsapp/?session=0')) as { id: number; isDefault: boolean }[])
    .filter(({ isDefault }) => isDefault)
    .map(({ id }) => id)
  const day = nextMonth()
  const body = { contactId: contact.id, whatsappId: loja, body: 'Visita amanhã', sendAt: day.toInstant().toString() }
  const camila = await demo.signIn(CAMILA.email)
  const { schedules } = await camila.demand<Made>('POST', '/schedules', body)
  const page = await enter(CAMILA.email)

  // From the conversation.
  await page.goto(`${demo.url}/tickets/${uuid}`)
  await page.locator('.desk-chat').getByRole('button', { name: 'Agendar mensagem' }).click()
  const form = page.getByRole('dialog', { name: 'Agendar mensagem' })
  await form.getByText(CUSTOMER).waitFor()
  await form.getByRole('textbox', { name: 'Mensagem' }).fill('oi')
  await form.getByRole('button', { name: 'Agendar', exact: true }).click()
  await form.getByText('Mensagem muito curta.').waitFor()
  await form.getByRole('textbox', { name: 'Mensagem' }).fill('A sua mesa chegou!')
  await form.getByRole('button', { name: 'Agendar', exact: true }).click()
  await form.waitFor({ state: 'detached' })
  await page.goto(`${demo.url}/schedules`)
  await page
    .getByRole('row', { name: new RegExp(`^${CUSTOMER}.*Por enviar`) })
    .first()
    .waitFor()

  // In the calendar.
  const path = `/schedules/${schedules[0]?.id}`
  const shown = async () => (await boss.demand('GET', path)) as Shown
  const moved = (days: number) =>
    until(async () => Date.parse((await shown()).sendAt) === day.add({ days }).epochMilliseconds)
  await page.getByRole('button', { name: 'Calendário' }).click()
  const month = day.toLocaleString('pt-BR', { month: 'long' })
  const title = page.locator('.calendar-bar').getByRole('heading')
  // At midnight "next month" may have changed meanwhile.
  if (!(await title.textContent())?.includes(month))
    await page.getByRole('button', { name: 'Próximo', exact: true }).click()
  await title.filter({ hasText: month }).waitFor()
  const event = page.locator('.calendar-event', {
    has: page.locator(`[data-entry="${schedules[0]?.id}"]`),
    hasText: new RegExp(`12:00.*${CUSTOMER}`),
  })
  await event.focus()
  await page.keyboard.press('Alt+ArrowRight')
  await moved(1)
  // It keeps the focus, and can be moved again.
  await page.locator('.calendar-event:focus').waitFor()
  await page.keyboard.press('Alt+ArrowRight')
  await moved(2)
  await page.locator('.calendar-event:focus').waitFor()
  const box = await event.boundingBox()
  const grid = await page.locator('.calendar').boundingBox()
  if (!box || !grid) throw new Error('the event is not in view')
  const cell = grid.width / 7
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  const towards = x - 3 * cell > grid.x ? -1 : 1
  await page.mouse.move(x + towards * 2 * cell, y, { steps: 8 })
  await page.mouse.move(x + towards * 3 * cell, y, { steps: 8 })
  await page.mouse.up()
  await moved(2 + towards * 3)
  await page.locator('.toast-card', { hasText: CUSTOMER }).getByRole('button', { name: 'Desfazer' }).first().waitFor()
  await page.keyboard.press('z') // takes the latest offer
  await moved(2)

  // It is sent when due, once. A slow machine needs longer to ask for it, and past times are refused.
  const again = await demo.signIn(CAMILA.email)
  const soon = () => new Date(Date.now() + patience(1_000)).toISOString()
  await again.demand('POST', '/schedules', {
    ...body,
    body: 'Saiu para entrega',
    sendAt: soon(),
  })
  await again.demand('POST', '/schedules', {
    contactId: contact.id,
    type: 'lembrete',
    body: 'Ligar para fechar',
    sendAt: soon(),
  })
  const said = async () =>
    (await boss.phones.chat(contact.number ?? '')).filter(({ text }) => text === 'Saiu para entrega').length
  await until(async () => (await said()) === 1)
  const table = await enter(CAMILA.email, { at: '/schedules' })
  await table.getByRole('row', { name: new RegExp(`${CUSTOMER}.*Saiu para entrega.*Enviado`) }).waitFor()
  expect(await said()).toBe(1)

  // The reminder stays in the bell until seen.
  await table.getByRole('button', { name: '1 lembrete', exact: true }).click()
  await table.getByRole('button', { name: `Conversar com ${CUSTOMER}: Ligar para fechar` }).waitFor()
  await table.getByRole('button', { name: `Já vi o lembrete de ${CUSTOMER}` }).click()
  await table.getByText('Nenhum lembrete').waitFor()
  await table.keyboard.press('Escape')
  await table.getByRole('button', { name: /lembrete/ }).waitFor({ state: 'detached' })
})
