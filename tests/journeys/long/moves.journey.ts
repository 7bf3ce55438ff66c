import { test } from 'bun:test'
import type { Page } from 'playwright'
import { dialogOf } from '../support/browser'
import { CAMILA, JULIANA, RAFAEL } from '../support/demo'
import { desk } from '../support/desk'
import { stage } from '../support/stage'

const { demo, enter } = await stage()
const [JOAO, ALINE] = ['João Pedro Sant’Anna', 'Aline Fontoura']
const pane = (page: Page) => page.getByRole('complementary', { name: 'Dados do contato' })
const showPane = async (page: Page) => {
  await page.locator('.pane-head').getByRole('button', { name: 'Dados do contato' }).click()
  await pane(page).waitFor()
}

test('a conversation moves to another connection, and its history shows it', async () => {
  const session = await demo.signIn(RAFAEL.email)
  await session.demand('POST', '/whatsapp', { name: 'Loja Norte' })
  const page = await enter(RAFAEL.email)
  const { waiting, accept, chat } = desk(page)
  await waiting()
  await accept(ALINE)
  await desk(page).box.waitFor()
  await chat.getByRole('button', { name: 'Transferir', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Transferir ${ALINE}` })
  await dialog.getByLabel('Conexão').selectOption({ label: 'Loja Norte · Desconectada' })
  await dialog.getByRole('button', { name: 'Transferir' }).click()
  await chat.getByText('Loja Norte').first().waitFor()
  await showPane(page)
  const moved = pane(page).getByRole('listitem').filter({ hasText: 'Loja Centro → Loja Norte' })
  await moved.getByText('Transferido').waitFor()
  await moved.getByText('Rafael Nogueira').first().waitFor()
})

test('starting a chat with a contact whom a colleague attends leads to that ticket, with a notice', async () => {
  const camila = await demo.signIn(CAMILA.email)
  await camila.accept(await camila.ticketOf(JOAO))
  const juliana = await enter(JULIANA.email)
  await juliana.getByRole('button', { name: /^Novo atendimento \(N\)/ }).click()
  const search = dialogOf(juliana).getByRole('searchbox', { name: 'Buscar contato' })
  await search.fill('joão ped')
  await dialogOf(juliana).getByRole('button', { name: JOAO }).waitFor()
  await search.press('Enter')
  const held = juliana.getByRole('dialog', { name: 'Contato já possui ticket aberto' })
  await held.getByText(`${JOAO} está em atendimento com Camila Prado, na fila Vendas.`).waitFor()
  await held.getByRole('button', { name: 'Abrir o atendimento' }).click()
  await juliana.getByText('Camila Prado está neste atendimento.').waitFor()
})
