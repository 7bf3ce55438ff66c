/** The operator assigns a plan to a company, and its open screens follow. */
import { expect, test } from 'bun:test'
import { dialogOf } from './support/browser'
import { RAFAEL } from './support/demo'
import { stage } from './support/stage'

const { demo, enter } = await stage()
const BIA = 'bia@padaria.example'
await demo.command('tenant', 'create', 'Padaria Sol', '--email', BIA)

test('a plan is created and assigned to a company, whose open menu changes at once, with a warning about exceeded limits', async () => {
  const bia = await enter(BIA, { at: '/schedules' })
  const inMenu = (name: string) => bia.getByRole('navigation').getByRole('link', { name, exact: true })
  for (const group of [/^Campanhas/, /^Administração/])
    await bia.getByRole('navigation').getByRole('button', { name: group }).click()
  for (const name of ['Agendamentos', 'Campanhas', 'Kanban', 'Conexões']) await inMenu(name).waitFor()

  const rafael = await enter(RAFAEL.email, { at: '/plans' })
  await rafael.getByRole('button', { name: 'Novo plano' }).click()
  const form = rafael.getByRole('dialog', { name: 'Novo plano' })
  await form.getByLabel('Nome').fill('Balcão pequeno')
  await form.getByRole('spinbutton', { name: 'Usuários' }).fill('1')
  await form.getByLabel('Valor por mês').fill('49,90')
  await form.getByRole('checkbox', { name: 'Conexões' }).waitFor()
  expect(await form.getByRole('checkbox', { name: 'Conexões' }).isDisabled()).toBe(true)
  for (const name of ['Agendamentos', 'Kanban']) await form.getByRole('checkbox', { name, exact: true }).uncheck()
  await form.getByRole('button', { name: 'Criar plano' }).click()
  await rafael.getByRole('region', { name: 'Avisos' }).getByText('Plano criado com sucesso').waitFor()
  await rafael.getByRole('row').filter({ hasText: 'Balcão pequeno' }).getByText('R$ 49,90').waitFor()

  await rafael.getByRole('link', { name: 'Empresas', exact: true }).click()
  await rafael.getByRole('button', { name: /Padaria Sol/ }).click()
  const pane = rafael.getByRole('complementary', { name: 'Padaria Sol' })
  await pane.getByRole('tab', { name: 'Geral' }).click()
  await pane.getByRole('button', { name: 'Editar empresa' }).click()
  const edit = rafael.getByRole('dialog', { name: 'Editar a empresa Padaria Sol' })
  await edit.getByLabel('Plano').selectOption({ label: 'Balcão pequeno' })
  await edit.getByRole('button', { name: 'Salvar' }).click()
  await edit.waitFor({ state: 'detached' })

  // The open page closes with the specification's text, and the menu has changed.
  await bia
    .getByRole('region', { name: 'Avisos' })
    .getByText('Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.')
    .waitFor()
  await bia.waitForURL(`${demo.url}/`)
  for (const name of ['Agendamentos', 'Campanhas', 'Kanban']) await inMenu(name).waitFor({ state: 'detached' })
  await inMenu('Conexões').waitFor()

  // The limit is reached: another user is refused with the reason.
  await inMenu('Usuários').click()
  await bia.getByRole('button', { name: 'Novo usuário' }).click()
  const person = dialogOf(bia)
  await person.getByLabel('Nome', { exact: true }).fill('Nova pessoa')
  await person.getByLabel('E-mail').fill('nova@padaria.example')
  await person.getByLabel('Senha', { exact: true }).fill('Segredo123')
  await person.getByLabel('Repita a senha').fill('Segredo123')
  await person.getByRole('button', { name: 'Criar usuário' }).click()
  await person.getByText('O limite do plano da empresa foi atingido: 1.', { exact: false }).waitFor()

  // Back to the plan: a second user, and a warning, before saving, about a limit below the usage.
  await rafael.getByRole('link', { name: 'Planos', exact: true }).click()
  const row = rafael.getByRole('row').filter({ hasText: 'Balcão pequeno' })
  await row.getByRole('button', { name: /^Editar/ }).click()
  const plan = rafael.getByRole('dialog', { name: 'Editar o plano Balcão pequeno' })
  await plan.getByRole('checkbox', { name: 'Campanhas', exact: true }).check()
  await plan.getByRole('spinbutton', { name: 'Usuários' }).fill('0')
  await plan.getByText('Padaria Sol (1)', { exact: false }).waitFor()
  await plan.getByRole('spinbutton', { name: 'Usuários' }).fill('2')
  await plan.getByRole('tab', { name: /Empresas/ }).click()
  await plan.getByRole('row').filter({ hasText: 'Padaria Sol' }).getByText('Ativa').waitFor()
  await plan.getByRole('button', { name: 'Salvar' }).click()
  await plan.waitFor({ state: 'detached' })
  await person.getByRole('button', { name: 'Criar usuário' }).click()
  await person.waitFor({ state: 'detached' })
  for (const name of ['Campanhas', 'Listas de contatos']) await inMenu(name).waitFor()
})

test('the operator renews, suspends, resumes and deletes a company', async () => {
  const bia = await enter(BIA)
  const rafael = await enter(RAFAEL.email, { at: '/companies' })
  const row = rafael.getByRole('row').filter({ hasText: 'Padaria Sol' })
  await row.getByRole('button', { name: 'Renovar' }).click()
  await rafael.getByText(/^Padaria Sol vence em/).waitFor()
  await row.getByRole('button', { name: /Padaria Sol/ }).click()
  const pane = rafael.getByRole('complementary', { name: 'Padaria Sol' })
  await pane.getByRole('tab', { name: /Usuários/ }).click()
  await pane.getByText(BIA).waitFor()
  await pane.getByRole('button', { name: 'Suspender' }).click()
  await rafael.getByRole('alertdialog').getByRole('button', { name: 'Suspender' }).click()
  await row.getByText('Suspensa').waitFor()
  await bia.waitForURL(/\/login/)
  await pane.getByRole('button', { name: 'Reativar' }).click()
  await row.getByText('Suspensa').waitFor({ state: 'detached' })
  await pane.getByRole('tab', { name: 'Geral' }).click()
  await pane.getByRole('button', { name: 'Excluir empresa' }).click()
  const asking = rafael.getByRole('alertdialog')
  await asking.getByRole('textbox').fill('Padaria Sol')
  await asking.getByRole('button', { name: 'Excluir empresa' }).click()
  await row.waitFor({ state: 'detached' })
})
