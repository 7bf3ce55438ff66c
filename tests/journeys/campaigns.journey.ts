import { expect, test } from 'bun:test'
import type { ConnectionSummary } from '../../src/channels/connections/contract'
import type { ContactList } from '../../src/features/contact-lists/contract'
import type { SimulatorState } from '../../src/simulator/contract'
import { until } from '../survival/support/until'
import { COMPANY, RAFAEL } from './support/demo'
import { untilFocused } from './support/focus'
import { stage } from './support/stage'

const { demo, enter } = await stage()
const MANAGER = 'marta@aurora.example'
const TEXT = 'A coleção Aurora chegou!'

const PARTNER = 'socia@aurora.example'

test('a campaign goes through dry run, test, start, stop and resume; opt-outs are left out, and a question opens a ticket', async () => {
  await demo.command('user', 'create', MANAGER, '--name', 'Marta', '--profile', 'admin')
  // A user may send ten test messages per hour.
  await demo.command('user', 'create', PARTNER, '--name', 'Marta', '--profile', 'admin')
  const boss = await demo.signIn(RAFAEL.email)
  const both = [boss, await demo.signIn(PARTNER)]
  const settings = (wanted: object) => boss.demand('POST', '/campaign-settings', { settings: wanted })
  await settings({ sendFrom: '00:00', sendTo: '00:00', sendDays: [0, 1, 2, 3, 4, 5, 6] })
  const [loja] = await boss.demand<ConnectionSummary[]>('GET', '/whatsapp')
  const { phones } = await boss.demand<SimulatorState>('GET', '/simulator/state')
  for (const { id } of [...(await boss.tickets('pending')), ...(await boss.tickets('open'))])
    await boss.demand('PUT', `/tickets/${id}`, { status: 'closed', sendFarewellMessage: false })
  const [tester = '', ...reached] = phones
    .map(({ phone }) => phone)
    .filter((phone) => phone !== COMPANY)
    .slice(0, 5)
  const list = await boss.demand<ContactList>('POST', '/contact-lists', { name: 'Vitrine' })
  for (const [at, number] of reached.entries())
    await boss.demand('POST', '/contact-list-items', { contactListId: list.id, name: `Vitrine ${at + 1}`, number })
  // All numbers are looked up at once: the next lookup would wait for the rate limit.
  await boss.link()
  const checked = async () => (await boss.demand<ContactList>('GET', `/contact-lists/${list.id}`)).validCount
  await until(async () => (await checked()) === reached.length)
  const received = async (phone: string, text = TEXT) =>
    (await boss.phones.chat(phone)).filter((message) => message.text?.endsWith(text)).length
  const have = async () => {
    const counts = await Promise.all(reached.map((phone) => received(phone)))
    return reached.filter((_, at) => (counts[at] ?? 0) > 0)
  }

  // The draft saves itself, and its dry run starts once it is complete.
  const page = await enter(MANAGER, { at: '/campaigns' })
  await page.getByRole('button', { name: 'Nova campanha' }).first().click()
  await page.getByLabel('Nome da campanha').fill('Coleção Aurora')
  await page.getByRole('textbox', { name: 'Texto 1' }).fill(`Olá! ${TEXT}`)
  await page.getByLabel('Lista de contatos').selectOption({ label: `Vitrine, ${reached.length}` })
  // The only connection is preselected.
  expect(await page.getByLabel('Conexão', { exact: true }).inputValue()).toBe(String(loja?.id))
  await page.getByText(/^rascunho, salvo às/).waitFor()
  await page
    .getByText(/^Risco (baixo|médio|alto)$/)
    .first()
    .waitFor()
  await page.getByLabel('Ensaio').getByText('Recebem', { exact: true }).waitFor()
  await page.getByText(/^Como Vitrine \d vai ver$/).waitFor()

  await page.getByRole('button', { name: 'Enviar teste' }).first().click()
  const trial = page.getByRole('dialog', { name: 'Enviar um teste' })
  await trial.getByLabel('Número').fill(tester)
  await trial.getByRole('button', { name: 'Enviar', exact: true }).click()
  await until(async () => (await received(tester)) === 1)
  await trial.waitFor({ state: 'detached' })
  expect(await have()).toEqual([])

  await page.getByRole('button', { name: 'Iniciar', exact: true }).click()
  const begin = page.getByRole('alertdialog', { name: 'Iniciar a campanha agora?' })
  await begin.getByText(`${reached.length} pessoas recebem`).waitFor()
  await begin.getByRole('button', { name: 'Iniciar', exact: true }).click()
  await page.getByText('Em andamento').first().waitFor()

  // The first recipient opts out.
  const [leaving = ''] = await until(async () => {
    const found = await have()
    return found.length > 0 && found
  })
  await page.getByRole('button', { name: 'Parar', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Parar', exact: true }).click()
  await page.getByText('Cancelada', { exact: true }).first().waitFor()
  await untilFocused(page.getByRole('button', { name: 'Reiniciar', exact: true }))
  expect((await have()).length).toBeLessThan(reached.length)
  await boss.phones.say(leaving, 'SAIR')
  await until(async () => (await boss.demand<{ count: number }>('GET', '/opt-outs')).count > 0)

  // It resumes where it stopped: everybody gets it exactly once.
  await settings({ messageInterval: 0, longerIntervalAfter: 0 })
  await page.getByRole('button', { name: 'Reiniciar', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reiniciar', exact: true }).click()
  await page.getByText('Finalizada').first().waitFor()
  expect(await Promise.all(reached.map((phone) => received(phone)))).toEqual(reached.map(() => 1))
  await page.getByRole('row', { name: /Pediu para sair/ }).waitFor()

  // A question opens its conversation, with the campaign in the header.
  const asking = reached.findLast((phone) => phone !== leaving) ?? ''
  await boss.phones.say(asking, 'Tem na cor areia?')
  const row = page.getByRole('row', { name: /Tem na cor areia/ })
  await row.waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exportar' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Coleção Aurora.xlsx')
  await row.getByRole('link').click()
  await page.getByTitle('Respondeu à campanha Coleção Aurora').waitFor()

  await page.goto(`${demo.url}/campaign-dashboard?status=FINALIZADA`)
  await page.getByRole('button', { name: 'Ver detalhes de Coleção Aurora' }).click()
  await page.getByRole('dialog', { name: 'Coleção Aurora' }).getByText('4 de 4').waitFor()

  // One in eight opts out: the connection stops by itself until somebody resumes it.
  const [ended] = (await boss.demand<{ records: { id: number }[] }>('GET', '/campaigns')).records
  const trying = reached.filter((phone) => phone !== leaving)
  // Of a number linked today, a fifth: the usual limit would keep some of them for tomorrow.
  await settings({ coldCap: 500 })
  for (let n = 0; n < 18; n++)
    await both[n % 2]?.demand('POST', `/campaigns/${ended?.id}/test`, { number: trying[n % trying.length], text: 1 })
  await page.goto(`${demo.url}/campaigns-config`)
  const standing = page.getByRole('listitem').filter({ hasText: loja?.name ?? '' })
  await standing.getByText('Pode enviar').waitFor()
  // All of them: an opt-out takes back what still waits for its sender.
  await until(async () => (await Promise.all(trying.map((phone) => received(phone)))).every((count) => count === 7))
  for (const phone of trying) await boss.phones.say(phone, 'SAIR')
  await standing.getByText('Parada', { exact: true }).waitFor()
  await standing.getByRole('button', { name: 'Deixar seguir' }).click()
  await standing.getByText('Pode enviar').waitFor()
})
