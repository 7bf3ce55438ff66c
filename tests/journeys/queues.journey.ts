import { beforeAll, expect, test } from 'bun:test'
import type { QueueDetail } from '../../src/queues/contract'
import { dialogOf } from './support/browser'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, enter } = await stage()
/** A company created by command, with nothing in it but three users. */
const [DONA, RUI, BIA] = ['dona@sol.example', 'rui@sol.example', 'bia@sol.example'] as const
const [CUSTOMER, PHONE] = ['Ana Souza', '5521955550001']

beforeAll(async () => {
  await demo.command('tenant', 'create', 'Padaria Sol', '--email', DONA, '--admin', 'Dona Sol')
  const made = ['user', 'create', '--company', '4'] as const
  await demo.command(...made, RUI, '--name', 'Rui Prado', '--profile', 'admin')
  await demo.command(...made, BIA, '--name', 'Bia Lopes')
})

test('a new company creates a queue where it needs one, and its chip stays current on every desk until deletion', async () => {
  const page = await enter(DONA)
  const dialog = dialogOf(page)

  // The empty desk says what is missing, with a link to it.
  await page.getByRole('main').getByText('Nenhuma conexão ainda').waitFor()
  await page.getByRole('link', { name: 'Ir para Conexões' }).click()

  // Importing a phone's history needs a queue; there is none yet, so it is created on the spot.
  await page.getByRole('main').getByRole('button', { name: 'Nova conexão' }).first().click()
  await dialog.getByRole('button', { name: 'WhatsApp pelo celular' }).click()
  await dialog.getByLabel('Nome').fill('Loja')
  await dialog.getByRole('tab', { name: 'Importação' }).click()
  await dialog.getByRole('switch', { name: /^Importar mensagens antigas/ }).click()
  await dialog.getByRole('button', { name: 'Criar fila' }).click()
  const form = page.getByRole('dialog', { name: 'Nova fila' })
  await form.getByLabel('Nome').fill('Antigos')
  await form.getByRole('button', { name: 'Criar fila' }).click()
  await form.waitFor({ state: 'detached' })
  const chosen = dialog.getByLabel('Fila dos atendimentos importados')
  expect(await chosen.locator('option:checked').textContent()).toBe('Antigos')
  await dialog.getByRole('button', { name: 'Criar e conectar' }).click()
  await page.getByRole('dialog', { name: 'Conectar Loja' }).waitFor()
  await page.keyboard.press('Escape')

  // Another, with its users, on its own screen. A duplicate name is refused beside the field.
  await page.getByRole('link', { name: 'Filas', exact: true }).click()
  await page.getByRole('button', { name: 'Nova fila' }).click()
  await form.getByLabel('Nome').fill('antigos')
  await form.getByRole('tab', { name: 'Pessoas' }).click()
  await form.getByRole('checkbox', { name: 'Bia Lopes' }).check()
  await form.getByRole('button', { name: 'Criar fila' }).click()
  await form.getByText('Este nome já está em uso.').waitFor()
  await form.getByLabel('Nome').fill('Vendas')
  await form.getByRole('button', { name: 'Criar fila' }).click()
  const row = (name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('cell', { name: new RegExp(`^${name} #\\d+$`) }) })
  await row('Vendas').getByRole('cell', { name: '1', exact: true }).first().waitFor()

  // On the narrowest phone, too, every button of a queue is visible.
  const { width = 1440, height = 900 } = page.viewportSize() ?? {}
  await page.setViewportSize({ width: 360, height })
  const last = await row('Antigos').getByRole('button', { name: 'Excluir Antigos' }).boundingBox()
  expect((last?.x ?? 360) + (last?.width ?? 0)).toBeLessThanOrEqual(360)
  await page.setViewportSize({ width, height })

  // A customer writes, and somebody transfers the ticket: counters and chip update live.
  const rui = await demo.signIn(RUI)
  await rui.link()
  await rui.phones.run({ do: 'addPhone', name: CUSTOMER, phone: PHONE, role: 'customer' })
  await rui.phones.say(PHONE, 'Tem pão de queijo?')
  const ticket = await rui.ticketOf(CUSTOMER)
  const bia = await enter(BIA)
  const { waiting, chat, row: ticketRow } = desk(bia)
  await waiting()
  const [chip, none] = [ticketRow(CUSTOMER).locator('.queue'), ticketRow(CUSTOMER).getByText('Sem fila')]
  await none.waitFor()
  const queues = await rui.demand<QueueDetail[]>('GET', '/queue')
  const vendas = queues.find(({ name }) => name === 'Vendas')?.id ?? 0
  await rui.demand('PUT', `/tickets/${ticket.id}`, { queueId: vendas, status: 'pending' })
  await chip.getByText('Vendas').waitFor()
  await row('Vendas').getByRole('cell', { name: '1', exact: true }).nth(1).waitFor()

  // Renamed: the chip on the other desk follows.
  await row('Vendas').getByRole('button', { name: 'Editar Vendas' }).click()
  const edit = page.getByRole('dialog', { name: 'Editar a fila Vendas' })
  await edit.getByLabel('Nome').fill('Encomendas')
  await edit.getByRole('button', { name: 'Salvar' }).click()
  await chip.getByText('Encomendas').waitFor()

  // A user removed from the queue no longer sees its tickets, the open conversation included.
  await bia.goto(`${demo.url}/tickets/${ticket.uuid}`)
  await chat.getByRole('button', { name: 'Aceitar' }).last().waitFor()
  await row('Encomendas').getByRole('button', { name: 'Editar Encomendas' }).click()
  const people = page.getByRole('dialog', { name: 'Editar a fila Encomendas' })
  await people.getByRole('tab', { name: 'Pessoas' }).click()
  await people.getByRole('checkbox', { name: 'Bia Lopes' }).uncheck()
  await people.getByRole('button', { name: 'Salvar' }).click()
  await ticketRow(CUSTOMER).waitFor({ state: 'detached' })
  await chat.getByRole('link', { name: 'Voltar para a lista' }).waitFor()
  expect(await chat.getByText(CUSTOMER).count()).toBe(0)

  // Deleting says what is lost, and its ticket becomes visible to everybody.
  await row('Encomendas').getByRole('button', { name: 'Excluir Encomendas' }).click()
  const warning = page.getByRole('alertdialog', { name: 'Excluir a fila Encomendas?' })
  await warning.getByText('1 atendimento ativo fica sem fila.').waitFor()
  await warning.getByRole('button', { name: 'Excluir fila' }).click()
  await none.waitFor()
  expect(await page.getByRole('row').count()).toBe(2)

  // A connection's import queue cannot be deleted until another is chosen.
  await row('Antigos').getByRole('button', { name: 'Excluir Antigos' }).click()
  await page.getByRole('button', { name: 'Excluir fila' }).click()
  await page
    .getByRole('alertdialog')
    .getByText(/^Importa mensagens antigas para esta fila: Loja\./)
    .waitFor()
  await page.keyboard.press('Escape')

  // Customers of a number with one queue are put in it at once.
  await page.getByRole('link', { name: 'Conexões', exact: true }).click()
  await page.getByRole('button', { name: 'Editar Loja' }).click()
  const connection = page.getByRole('dialog', { name: 'Editar Loja' })
  await connection.getByRole('group', { name: 'Filas' }).getByRole('checkbox', { name: 'Antigos' }).check()
  await connection.getByRole('button', { name: 'Salvar' }).click()
  await connection.waitFor({ state: 'detached' })
  const [OTHER, OTHER_PHONE] = ['Davi Lima', '5521955550002']
  await rui.phones.run({ do: 'addPhone', name: OTHER, phone: OTHER_PHONE, role: 'customer' })
  await rui.phones.say(OTHER_PHONE, 'Vocês abrem no domingo?')
  expect((await rui.ticketOf(OTHER)).queue?.name).toBe('Antigos')
})
