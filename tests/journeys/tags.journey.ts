import { expect, test } from 'bun:test'
import type { Tag } from '../../src/features/tags/contract'
import { dialogOf } from './support/browser'
import { CAMILA, OTAVIO, RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, enter } = await stage()
const [JOAO, ALINE] = ['João Pedro Sant’Anna', 'Aline Fontoura']

test('a tag is created, put on conversations, filtered by, and deleted after a warning', async () => {
  const page = await enter(RAFAEL.email)
  await page.getByRole('link', { name: 'Etiquetas', exact: true }).click()
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
  await row('VIP').waitFor()

  // A name that is too short is reported beside the field.
  await page.getByRole('button', { name: 'Nova etiqueta' }).click()
  const form = page.getByRole('dialog', { name: 'Nova etiqueta' })
  await form.getByLabel('Nome').fill('AB')
  await form.getByRole('button', { name: 'Criar etiqueta' }).click()
  await form.getByText('Mensagem muito curta').waitFor()
  await form.getByLabel('Nome').fill('Urgente')
  await form.getByRole('button', { name: 'Criar etiqueta' }).click()
  await row('Urgente').getByRole('cell', { name: '0', exact: true }).waitFor()

  // An attendant tags the conversation from its header, and creates another tag on the fly.
  const camila = await enter(CAMILA.email)
  const { list, chat, waiting, accept, row: ticketRow } = desk(camila)
  await waiting()
  await accept(JOAO)
  await chat.getByRole('button', { name: 'Etiquetar' }).click()
  const find = camila.getByRole('combobox', { name: 'Buscar ou criar etiqueta' })
  await find.fill('urg')
  await camila.getByRole('option', { name: 'Urgente' }).waitFor()
  await find.press('Enter')
  await chat.getByText('+1').waitFor()
  await find.fill('Niterói')
  await camila.getByRole('option', { name: 'Criar “Niterói”' }).click()
  await chat.getByText('+2').waitFor()
  await camila.keyboard.press('Escape')
  await ticketRow(JOAO).getByRole('img', { name: 'Urgente' }).waitFor()
  await row('Urgente').getByRole('cell', { name: '1', exact: true }).waitFor()

  // The palette removes it again.
  await camila.keyboard.press('Control+k')
  await dialogOf(camila).getByRole('combobox').fill('tirar etiqueta niteroi')
  await camila.getByRole('option', { name: 'Tirar etiqueta: Niterói' }).click()
  await chat.getByText('+1').waitFor()

  // Several at once.
  await waiting()
  await list.getByRole('button', { name: 'Escolher vários atendimentos' }).click()
  await ticketRow(ALINE).getByRole('link').click()
  await list.getByText('1 escolhido').waitFor()
  await list.getByRole('toolbar').getByRole('button', { name: 'Etiquetar' }).click()
  await find.fill('urgente')
  await find.press('Enter')
  await ticketRow(ALINE).getByRole('img', { name: 'Urgente' }).waitFor()
  await camila.keyboard.press('Escape')
  await list.getByRole('button', { name: /^Terminar a escolha/ }).click()
  await row('Urgente').getByRole('cell', { name: '2', exact: true }).waitFor()

  // The filter keeps tagged tickets, in every tab.
  await list.getByRole('button', { name: 'Filtros' }).click()
  await camila.getByRole('checkbox', { name: 'Urgente' }).check()
  await camila.keyboard.press('Escape')
  await expectRows(list, [ALINE])
  await list.getByRole('tab', { name: 'Busca' }).click()
  await expectRows(list, [ALINE, JOAO])

  // Deleting warns what is lost, and both desks follow; the filter is cleared.
  await row('Urgente').getByRole('button', { name: 'Excluir Urgente' }).click()
  const warning = page.getByRole('alertdialog', { name: 'Excluir a etiqueta Urgente?' })
  await warning.getByText('2 atendimentos perdem esta etiqueta.').waitFor()
  await warning.getByRole('button', { name: 'Excluir etiqueta' }).click()
  await row('Urgente').waitFor({ state: 'detached' })
  await list.getByRole('button', { name: 'Filtros', exact: true }).waitFor()
  await chat.getByText('+1').waitFor({ state: 'detached' })
  const { demand } = await demo.signIn(OTAVIO.email)
  expect((await demand<Tag[]>('GET', '/tags/list')).map(({ name }) => name)).toContain('Niterói')
})

async function expectRows(list: ReturnType<typeof desk>['list'], names: readonly string[]) {
  for (const name of names) await list.getByRole('link', { name, exact: true }).waitFor()
  expect(await list.getByRole('listitem').count()).toBe(names.length)
}
