import { expect, test } from 'bun:test'
import { dialogOf } from './support/browser'
import { JULIANA, RAFAEL } from './support/demo'
import { stage } from './support/stage'

const { demo, enter } = await stage()
const ADRIANA = 'Adriana Queiroz'

test('on a phone a contact is found, edited and written to, and a colleague sees it', async () => {
  const colleague = await enter(JULIANA.email)
  await colleague.getByRole('link', { name: 'Contatos', exact: true }).click()
  const hers = colleague.getByRole('row').filter({ hasText: ADRIANA })
  await hers.getByText('Cliente', { exact: true }).waitFor()

  const page = await enter(RAFAEL.email, { phone: true, at: '/contacts' })
  const found = page.getByRole('row').filter({ hasText: ADRIANA })
  await found.waitFor()
  await page.getByRole('searchbox', { name: 'Buscar nome ou número' }).fill('adriana q')
  await page.getByRole('row').filter({ hasText: 'Alberto' }).waitFor({ state: 'detached' })

  // Extra information and another category.
  await found.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: `Editar ${ADRIANA}` }).click()
  const form = page.getByRole('dialog', { name: 'Editar contato' })
  await form.getByLabel('Categoria').selectOption('Transporte')
  await form.getByRole('button', { name: 'Adicionar informação' }).click()
  await form.getByLabel('Nome da informação 1').fill('CPF')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await form.getByText('Campo obrigatório').waitFor()
  await form.getByLabel('Valor da informação 1').fill('529.982.247-25')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await form.waitFor({ state: 'detached' })
  await hers.getByText('Transporte', { exact: true }).waitFor()

  // Starting a conversation asks for the queue.
  await found.getByRole('button', { name: `Iniciar atendimento com ${ADRIANA}` }).click()
  const begin = dialogOf(page)
  await begin.getByText(ADRIANA).waitFor()
  await begin.getByLabel('Fila').selectOption({ index: 1 })
  await begin.getByRole('button', { name: 'Iniciar atendimento' }).click()
  await page.locator('#composer').waitFor()
  await hers.getByText(/agora|há \d+ s/).waitFor()

  // A contact with an open ticket cannot be deleted.
  await page.goto(`${demo.url}/contacts?search=adriana`)
  await found.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: `Excluir ${ADRIANA}` }).click()
  await page.getByText(/^Este contato tem um atendimento em aberto com Rafael/).waitFor()
  await page.getByRole('button', { name: 'Excluir contato' }).click()
  await page.getByText('Este contato tem um atendimento em aberto: resolva-o antes de excluir.').waitFor()
})

test('several contacts get a category and are deleted; deleting a category says how many contacts lose it', async () => {
  const page = await enter(RAFAEL.email)
  await page.getByRole('link', { name: 'Parâmetros', exact: true }).click()
  await page.getByRole('button', { name: 'Nova categoria' }).click()
  const form = page.getByRole('dialog', { name: 'Nova categoria' })
  await form.getByLabel('Descrição').fill('cliente')
  await form.getByRole('button', { name: 'Criar categoria' }).click()
  await form.getByText(/Verifique se já existe um registro com o mesmo nome/).waitFor()
  await form.getByLabel('Descrição').fill('Atacado')
  await form.getByRole('button', { name: 'Criar categoria' }).click()
  await form.waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Contatos', exact: true }).click()
  const people = ['Alberto Nóbrega', 'Amanda Salles']
  for (const name of people) await page.getByRole('checkbox', { name: `Escolher ${name}` }).check()
  await page.getByRole('button', { name: 'Categoria', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Atacado' }).click()
  await page.getByText('Categoria de 2 contatos alterada').waitFor()
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  for (const name of people) await row(name).getByText('Atacado').waitFor()

  await page.getByRole('checkbox', { name: `Escolher ${people[0]}` }).check()
  await page.getByRole('button', { name: 'Excluir', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir contatos' }).click()
  await row('Alberto Nóbrega').waitFor({ state: 'detached' })

  await page
    .getByRole('navigation')
    .getByRole('button', { name: /^Administração/ })
    .click()
  await page.getByRole('link', { name: 'Parâmetros', exact: true }).click()
  await row('Atacado').hover()
  await page.getByRole('button', { name: 'Excluir Atacado' }).click()
  await page.getByText('1 contato fica sem categoria.').waitFor()
  await page.getByRole('button', { name: 'Excluir categoria' }).click()
  await row('Atacado').waitFor({ state: 'detached' })
})

test('personal data is erased once the name is typed, and colleagues see the contact go', async () => {
  const colleague = await enter(JULIANA.email, { at: '/contacts?search=amanda' })
  const hers = colleague.getByRole('row').filter({ hasText: 'Amanda Salles' })
  await hers.waitFor()
  await colleague.getByRole('button', { name: 'Mais ações' }).first().click()
  await colleague.getByRole('menuitem', { name: 'Editar Amanda Salles' }).waitFor()
  expect(await colleague.getByRole('menuitem', { name: /^Apagar dados pessoais/ }).count()).toBe(0)

  const page = await enter(RAFAEL.email, { at: '/contacts?search=amanda' })
  const row = page.getByRole('row').filter({ hasText: 'Amanda Salles' })
  await row.hover()
  await row.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Apagar dados pessoais de Amanda Salles' }).click()
  const dialog = page.getByRole('alertdialog')
  const erase = dialog.getByRole('button', { name: 'Apagar dados pessoais' })
  await dialog.getByText(/hash\) do número/).waitFor()
  expect(await erase.isDisabled()).toBe(true)
  await dialog.getByLabel('Para confirmar, escreva Amanda Salles').fill('Amanda Salles')
  await erase.click()
  await page.getByText('Dados pessoais de Amanda Salles apagados').waitFor()
  await row.waitFor({ state: 'detached' })
  await hers.waitFor({ state: 'detached' })
})
