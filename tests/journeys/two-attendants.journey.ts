import { expect, test } from 'bun:test'
import { CAMILA, JULIANA, RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { enter } = await stage()
/** Waits in the queue Vendas, which both attendants serve. */
const CUSTOMER = 'João Pedro Sant’Anna'

test('when two attendants accept the same ticket, one gets it and the other is told who', async () => {
  const [camila, juliana] = await Promise.all([enter(CAMILA.email), enter(JULIANA.email)])
  await desk(camila).waiting()
  await desk(juliana).waiting()
  await desk(juliana).row(CUSTOMER).waitFor()

  // Her request is in flight while the other's is answered.
  const first = Promise.withResolvers<void>()
  await juliana.route('**/api/tickets/*', async (route) => {
    if (route.request().method() === 'PUT') await first.promise
    await route.continue()
  })
  await desk(juliana).accept(CUSTOMER)
  const answered = camila.waitForResponse((answer) => answer.request().method() === 'PUT')
  await desk(camila).accept(CUSTOMER)
  expect((await answered).status()).toBe(200)
  const refused = juliana.waitForResponse((answer) => answer.request().method() === 'PUT')
  first.resolve()
  expect((await refused).status()).toBe(409)

  await juliana
    .getByRole('alert')
    .getByText(new RegExp(`^${CUSTOMER}: Já existe um atendimento .* com Camila Prado, na fila Vendas`))
    .waitFor()
  await desk(juliana).row(CUSTOMER).waitFor({ state: 'detached' })
  await desk(juliana).attending()
  await juliana.getByText('Nenhum atendimento com você agora').waitFor()
  await desk(camila).box.waitFor()
  await desk(camila).attending()
  await desk(camila).row(CUSTOMER).waitFor()
  // What she has open is read.
  await desk(camila).row(CUSTOMER).locator('.ticket-badge').waitFor({ state: 'detached' })
})

test('a conversation marked as unread is counted in the title and the bell, also after a reload', async () => {
  const page = await enter(CAMILA.email)
  const { attending, open, row } = desk(page)
  const bell = page.getByRole('button', { name: /^\d+ atendimentos? não lidos?$/ })
  const counted = async () =>
    [await page.title(), await bell.getAttribute('aria-label')].map((words) => Number(words?.match(/\d+/)?.[0]))
  await attending()
  await open(CUSTOMER)
  await page.locator('.msg').first().waitFor()
  await bell.waitFor()
  const [before = 0] = await counted()

  await page.locator('.pane-head').getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Marcar como não lido' }).click()
  await row(CUSTOMER).getByRole('img', { name: 'Marcado como não lido' }).waitFor()
  await page.reload()
  await row(CUSTOMER).getByRole('img', { name: 'Marcado como não lido' }).waitFor()
  await bell.waitFor()
  expect(await counted()).toEqual([before + 1, before + 1])
  await bell.click()
  await page.locator('.unread-row').filter({ hasText: CUSTOMER }).waitFor()
  expect(await page.locator('.unread-row').count()).toBe(before + 1)
})

test('an admin previews a waiting conversation, which stays waiting and unread, and deletes it', async () => {
  const name = 'Nelson Shimizu'
  const rafael = await enter(RAFAEL.email)
  const { waiting, row } = desk(rafael)
  await waiting()
  await row(name).hover()
  await rafael.getByRole('button', { name: `Ver mensagens de ${name}` }).click()
  await rafael.locator('.msg').first().waitFor()
  await row(name).locator('.ticket-badge').waitFor()
  await rafael.getByText('Aceite o atendimento para responder.').waitFor()
  await rafael.getByRole('button', { name: 'Deixar de ver' }).click()
  await rafael.locator('.wait-gate').waitFor()
  expect(await rafael.locator('.msg').count()).toBe(0)

  await rafael.locator('.pane-head').getByRole('button', { name: 'Mais ações' }).click()
  await rafael.getByRole('menuitem', { name: 'Excluir atendimento' }).click()
  const dialog = rafael.getByRole('alertdialog', { name: new RegExp(`^Excluir o atendimento #\\d+ de ${name}\\?$`) })
  await dialog.getByRole('button', { name: 'Excluir', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await row(name).waitFor({ state: 'detached' })
})

test('a transferred conversation looks unread until it is opened', async () => {
  const [camila, juliana] = await Promise.all([enter(CAMILA.email), enter(JULIANA.email)])
  await desk(juliana).attending()
  await desk(camila).attending()
  await desk(camila).open(CUSTOMER)
  await desk(camila).box.waitFor()
  await desk(camila).row(CUSTOMER).locator('.ticket-badge').waitFor({ state: 'detached' })
  await desk(camila).chat.getByRole('button', { name: 'Transferir', exact: true }).click()
  const find = camila.getByRole('combobox', { name: 'Buscar atendente ou fila' })
  await find.fill('juliana')
  await find.press('Enter')
  const mark = desk(juliana).row(CUSTOMER).getByRole('img', { name: 'Novo com você' })
  await mark.waitFor()
  await desk(juliana).open(CUSTOMER)
  await mark.waitFor({ state: 'detached' })
})
