import { expect, test } from 'bun:test'
import Sqlite from 'better-sqlite3'
import { tenantPath } from '../../src/platform/databases'
import type { SignedInUser, UserSummary } from '../../src/users/contract'
import { dialogOf, fillIn, isAtDesk } from './support/browser'
import { RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, open, enter } = await stage()
const BIA = { name: 'Bia Lopes', email: 'bia@aurora.example', password: 'Segredo12' }
const ENDED = 'Seu expediente encerrou.'

test('an attendant whose shift ends while typing is warned, signed out, and finds the draft again', async () => {
  const page = await enter(RAFAEL.email)
  const dialog = dialogOf(page)

  // Different passwords are refused beside the field, and so is a taken address.
  await page.getByRole('link', { name: 'Usuários', exact: true }).click()
  await page.getByRole('button', { name: 'Novo usuário' }).click()
  await dialog.getByLabel('Nome', { exact: true }).fill(BIA.name)
  await dialog.getByLabel('E-mail').fill(RAFAEL.email)
  await dialog.getByLabel('Senha', { exact: true }).fill(BIA.password)
  await dialog.getByLabel('Repita a senha').fill('outra')
  await dialog.getByRole('checkbox', { name: 'Vendas' }).check()
  await dialog.getByRole('button', { name: 'Criar usuário' }).click()
  await dialog.getByText('As senhas não coincidem').waitFor()
  await dialog.getByLabel('Repita a senha').fill(BIA.password)
  await dialog.getByRole('button', { name: 'Criar usuário' }).click()
  await dialog.getByText('Este e-mail já está em uso.').waitFor()
  await dialog.getByLabel('E-mail').fill(BIA.email)
  await dialog.getByRole('textbox', { name: 'Mensagem de despedida' }).focus()
  await dialog.getByRole('button', { name: 'primeiro nome' }).click()
  await dialog.getByRole('switch', { name: 'Vê o painel de atendimentos' }).click()
  await dialog.getByRole('button', { name: 'Criar usuário' }).click()
  const row = page.getByRole('row', { name: new RegExp(BIA.name) })
  await row.getByText('nunca entrou').waitFor()

  // The attendant is on duty, and the screen says so.
  const desktop = await open()
  await desktop.goto(`${demo.url}/login`)
  await fillIn(desktop, BIA.email, BIA.password)
  await isAtDesk(desktop)
  await row.getByText('Disponível').waitFor()
  await desktop.getByRole('link', { name: 'Painel de Atendimentos', exact: true }).waitFor()
  await desktop.getByRole('button', { name: `${BIA.name}, abrir menu do usuário` }).click()
  await desktop.getByRole('menuitemradio', { name: 'Ocupado' }).click()
  await desktop.keyboard.press('Escape')
  await row.getByText('Ocupado').waitFor()
  const at = desk(desktop)
  await at.waiting()
  await at.accept('João Pedro Sant’Anna')
  await at.box.pressSequentially('Entregamos, sim, na quin')

  // The shift is over: a closed day equals an end in the past.
  await page.getByRole('button', { name: `Editar ${BIA.name}` }).click()
  await dialog.getByRole('tab', { name: 'Expediente' }).click()
  await dialog.getByLabel('Todo dia, até as').fill('00:00')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await dialog.waitFor({ state: 'detached' })
  await desktop.getByText(/1 conversa continua com você, e os rascunhos ficam/).waitFor()
  await at.box.pressSequentially('ta')

  // Four minutes later the server ends the session, which takes too long here: the test writes what it would write.
  const admin = await demo.signIn(RAFAEL.email)
  const { users } = await admin.demand<{ users: UserSummary[] }>('GET', '/users?searchParam=bia')
  const { user } = await admin.demand<{ user: SignedInUser }>('GET', '/auth/me')
  const file = new Sqlite(tenantPath(demo.data, user.company.uuidCompany))
  file
    .prepare("UPDATE sessions SET ended_at = ?, ended_because = 'expedient' WHERE user_id = ? AND ended_at IS NULL")
    .run(Date.now(), users[0]?.id)
  file.close()
  await desktop.waitForURL('**/login?**')
  await desktop.getByText(ENDED).waitFor()
  await fillIn(desktop, BIA.email, BIA.password)
  await desktop.getByText('Fora do seu horário de expediente.').waitFor()

  // On duty again, the draft is where it was.
  await admin.demand('PUT', `/users/${users[0]?.id}`, { endWork: '23:59' })
  await fillIn(desktop, BIA.email, BIA.password)
  await isAtDesk(desktop)
  await at.attending()
  await at.open('João Pedro Sant’Anna')
  await desktop.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('#composer')?.value !== '')
  expect(await at.box.inputValue()).toBe('Entregamos, sim, na quinta')
})

test('a deactivated user is signed out at once, and their conversation waits again', async () => {
  const admin = await demo.signIn(RAFAEL.email)
  await admin.demand('POST', '/users', { ...BIA, name: 'Léo Dias', email: 'leo@aurora.example', queueIds: [1, 2, 3] })
  const leo = await open()
  await leo.goto(`${demo.url}/login`)
  await fillIn(leo, 'leo@aurora.example', BIA.password)
  await isAtDesk(leo)
  const at = desk(leo)
  await at.waiting()
  await at.accept('Aline Fontoura')
  await at.box.waitFor()

  const page = await enter(RAFAEL.email)
  await page.getByRole('link', { name: 'Usuários', exact: true }).click()
  await page.getByRole('switch', { name: 'Léo Dias ativo' }).click()
  await page.getByText('1 conversa aberta volta para a fila.').waitFor()
  await page.getByRole('button', { name: 'Desativar' }).click()
  await leo.getByText('Seu acesso foi bloqueado.').waitFor()
  await page.getByText('Léo Dias foi desativado.').waitFor()
  await page.getByRole('link', { name: 'Atendimentos', exact: true }).click()
  const list = desk(page)
  await list.waiting()
  await list.row('Aline Fontoura').waitFor()
})
