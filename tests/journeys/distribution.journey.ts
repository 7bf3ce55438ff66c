import { expect, test } from 'bun:test'
import { CAMILA, JULIANA, RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, enter } = await stage()
/** Waiting in Vendas, in another queue, and in none. */
const [JOAO, ALINE, NELSON] = ['João Pedro Sant’Anna', 'Aline Fontoura', 'Nelson Shimizu'] as const

test('a queue distributes its tickets to users on duty, and its tab says why', async () => {
  const [camila, juliana, page] = await Promise.all([CAMILA, JULIANA, RAFAEL].map(({ email }) => enter(email)))
  if (!camila || !juliana || !page) throw new Error('three are at work')
  const dialog = page.getByRole('dialog', { name: /^Editar a fila/ })
  const tab = async () => {
    await page.getByRole('button', { name: 'Editar Vendas' }).click()
    await dialog.getByRole('tab', { name: 'Distribuição' }).click()
  }

  // A busy user gets none; the next assignee is previewed before anything is saved.
  await page.getByRole('button', { name: `${RAFAEL.name}, abrir menu do usuário` }).click()
  await page.getByRole('menuitemradio', { name: 'Ocupado' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Filas', exact: true }).click()
  await tab()
  const person = (name: string) => dialog.getByRole('listitem').filter({ hasText: name }).first()
  await dialog.getByRole('switch', { name: /^Distribuir sozinho/ }).click()
  await dialog.getByText('Nenhuma conversa distribuída ainda.').waitFor()
  await person(RAFAEL.name).getByText('não recebe').waitFor()
  await person(CAMILA.name).getByText('recebe a próxima').waitFor()
  await person(JULIANA.name).getByText('Disponível').waitFor()
  await dialog.getByLabel('Limite de cada atendente').fill('15')
  await person(CAMILA.name).getByText('0 de 15').waitFor()
  await dialog.getByLabel('Sem resposta, passa para outro depois de').fill('0')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByLabel('Sem resposta, passa para outro depois de').fill('10')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await dialog.waitFor({ state: 'detached' })

  // Waiting tickets are assigned at once; later ones as they arrive, while the tab is open.
  const lead = await demo.signIn('livia@aurora.example')
  const { queueId } = await lead.ticketOf(JOAO, 'open')
  await tab()
  await dialog.getByText('menos em aberto (0), empate por ordem').first().waitFor()
  for (const name of [ALINE, NELSON]) {
    const { id } = await lead.ticketOf(name)
    await lead.demand('PUT', `/tickets/${id}`, { queueId, userId: null })
  }
  const lines = dialog.getByRole('complementary', { name: 'Por que foi para quem' }).getByRole('listitem')
  await lines.nth(2).waitFor()
  const shown = (await lines.allInnerTexts()).map((line) => line.split('\n').slice(1).filter(Boolean))
  expect(shown.map((line) => line.slice(-3))).toEqual([
    [CAMILA.name, 'menos em aberto (1), empate por ordem', NELSON],
    [JULIANA.name, 'menos em aberto (0), 2 disponíveis', ALINE],
    [CAMILA.name, 'menos em aberto (0), empate por ordem', JOAO],
  ])
  await person(CAMILA.name).getByText('2 de 15').waitFor()
  await person(JULIANA.name).getByText('recebe a próxima').waitFor()

  await desk(camila).attending()
  await desk(camila).row(JOAO).waitFor()
  await desk(camila).row(NELSON).waitFor()
  await desk(juliana).attending()
  await desk(juliana).row(ALINE).waitFor()
})
