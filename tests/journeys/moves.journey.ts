import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { dialogOf } from './support/browser'
import { CAMILA, JULIANA, RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, enter } = await stage()
const JOAO = 'João Pedro Sant’Anna'
const pane = (page: Page) => page.getByRole('complementary', { name: 'Dados do contato' })
const showPane = async (page: Page) => {
  await page.locator('.pane-head').getByRole('button', { name: 'Dados do contato' }).click()
  await pane(page).waitFor()
}

test('a number without country code is confirmed with it, and a refusal is shown beside the field', async () => {
  const phones = await demo.signIn(RAFAEL.email)
  await phones.link()
  await phones.phones.run({ do: 'addPhone', phone: '5521977776666', name: 'Vera', role: 'customer' })
  const page = await enter(RAFAEL.email)
  await page.getByRole('button', { name: /^Novo atendimento \(N\)/ }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: 'Novo contato' }).click()
  await dialog.getByRole('heading', { name: 'Novo contato' }).waitFor()
  await dialog.getByLabel('Nome').fill('Vera Lúcia')
  await dialog.getByLabel('Número').fill('(21) 96666-5555')
  await dialog.getByText('+55 (21) 96666-5555').waitFor()
  await dialog.getByRole('button', { name: 'Criar contato' }).click()
  await dialog.getByText('Este número não tem WhatsApp.').waitFor()
  await dialog.getByLabel('Número').fill('21 97777-6666')
  await dialog.getByRole('button', { name: 'Criar contato' }).click()
  await dialog.getByText('+55 (21) 97777-6666').waitFor()
  await dialog.getByLabel('Fila').selectOption({ label: 'Vendas' })
  await dialog.getByRole('button', { name: 'Iniciar atendimento' }).click()
  await desk(page).box.waitFor()
  await desk(page).chat.getByText('Vera Lúcia').first().waitFor()
})

test('two users write notes about a contact; each deletes their own', async () => {
  await (await demo.signIn(RAFAEL.email)).demand('POST', '/whatsapp', { name: 'Loja Norte' })
  const [camila, juliana] = await Promise.all([enter(CAMILA.email), enter(JULIANA.email)])
  await desk(camila).waiting()
  await desk(camila).accept(JOAO)
  await desk(camila).box.waitFor()
  await desk(camila).chat.getByRole('button', { name: 'Transferir', exact: true }).click()
  await dialogOf(camila).getByRole('combobox', { name: 'Buscar atendente ou fila' }).waitFor()
  // Only users who may move conversations between connections see the option.
  expect(await dialogOf(camila).getByLabel('Conexão').count()).toBe(0)
  await camila.keyboard.press('Escape')
  await juliana.goto(camila.url().replace(new URL(camila.url()).origin, demo.url))
  await juliana.getByText('Camila Prado está neste atendimento.').waitFor()
  for (const page of [camila, juliana]) await showPane(page)
  const write = async (page: Page, words: string) => {
    await pane(page).getByLabel('Nova observação').fill(words)
    await pane(page).getByRole('button', { name: 'Adicionar' }).click()
    await page.getByText('Observação adicionada com sucesso').waitFor()
  }
  await write(camila, 'Só recebe depois das 18h')
  await pane(juliana).getByText('Só recebe depois das 18h').waitFor()
  await desk(juliana).chat.getByRole('button', { name: 'Há observações sobre este contato' }).waitFor()
  await write(juliana, 'Portaria pede documento')
  await pane(camila).getByText('Portaria pede documento').waitFor()
  expect(
    await pane(juliana)
      .getByRole('button', { name: /^Excluir observação/ })
      .count(),
  ).toBe(1)

  await pane(juliana)
    .getByRole('button', { name: /^Excluir observação/ })
    .click()
  const asks = juliana.getByRole('alertdialog')
  await asks.getByText('Deseja realmente excluir este registro?').waitFor()
  await asks.getByRole('button', { name: 'Excluir', exact: true }).click()
  await juliana.getByText('Observação excluída com sucesso').waitFor()
  await pane(camila).getByText('Portaria pede documento').waitFor({ state: 'detached' })
  await pane(camila).getByText('Só recebe depois das 18h').waitFor()
})
