import { expect, test } from 'bun:test'
import { CAMILA, JULIANA } from '../support/demo'
import { desk } from '../support/desk'
import { stage } from '../support/stage'

const { demo, enter } = await stage()
/** Waits in the queue Vendas, which both attendants serve. */
const CUSTOMER = 'João Pedro Sant’Anna'

test('viewing a colleague’s conversation offers only copying, forwarding and notes', async () => {
  const attendant = await demo.signIn(CAMILA.email)
  for (const name of [CUSTOMER, 'Aline Fontoura']) await attendant.accept(await attendant.ticketOf(name))
  const camila = await enter(CAMILA.email)
  const { open, say, bubble, tick } = desk(camila)
  await open(CUSTOMER)
  await say('Entregamos, sim.')
  await tick('Entregamos, sim.', 'Enviando').waitFor()

  const juliana = await enter(JULIANA.email)
  await juliana.goto(camila.url().replace(new URL(camila.url()).origin, demo.url))
  const hers = desk(juliana)
  await juliana.getByText('Camila Prado está neste atendimento.').waitFor()
  await hers.bubble('Entregamos, sim.').getByRole('button', { name: 'Ações da mensagem' }).press('Enter')
  await juliana.getByRole('menu').waitFor()
  expect(await juliana.getByRole('menuitem').allTextContents()).toEqual(['Copiar', 'Encaminhar', 'Selecionar várias'])
  await juliana.getByRole('menuitem', { name: 'Encaminhar' }).press('Enter')
  const dialog = juliana.getByRole('dialog', { name: 'Encaminhar a mensagem' })
  await dialog.getByRole('searchbox').fill('aline')
  const held = dialog.getByRole('checkbox', { name: /Aline Fontoura\s+Em atendimento com Camila Prado/ })
  await held.waitFor()
  expect(await held.isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Cancelar' }).click()

  // Put away or after a reload, a note's draft is only there in note mode, which stays.
  await juliana.getByRole('button', { name: 'Nota interna' }).click()
  await hers.box.fill('Ele já comprou duas vezes.')
  await juliana.getByRole('button', { name: 'Nota interna' }).click()
  await juliana.getByText('Camila Prado está neste atendimento.').waitFor()
  await juliana.reload()
  await juliana.getByRole('button', { name: 'Nota interna' }).click()
  expect(await hers.box.inputValue()).toBe('Ele já comprou duas vezes.')
  // A refused note is reported like a message, and can be retried.
  await juliana.route('**/api/messages/*', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 404, body: '{}' }) : route.continue(),
  )
  await juliana.locator('.composer-box[data-mode=note] #composer').press('Enter')
  const again = hers.bubble('Ele já comprou duas vezes.').getByRole('button', { name: 'Tentar de novo' })
  await again.waitFor()
  await juliana.unroute('**/api/messages/*')
  await again.click()
  await bubble('Ele já comprou duas vezes.').waitFor()
})
