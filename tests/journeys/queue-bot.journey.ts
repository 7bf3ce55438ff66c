/** Builds a queue's bot on the screen: from a template, by keyboard and by mouse, tried out before it is saved. */
import { expect, test } from 'bun:test'
import { RAFAEL } from './support/demo'
import { stage } from './support/stage'

const { enter } = await stage()

test('a menu is created from a template, rearranged by keys and mouse, tried out, saved, and loaded again', async () => {
  const page = await enter(RAFAEL.email, { at: '/queues' })
  const dialog = page.getByRole('dialog', { name: 'Editar a fila Pós-venda' })
  const open = async () => {
    await page.getByRole('button', { name: 'Editar Pós-venda' }).click()
    await dialog.getByLabel('Nome').waitFor()
  }
  const openBot = async () => {
    await open()
    await dialog.getByRole('tab', { name: 'Bot' }).click()
  }
  const grip = (title: string) => dialog.getByRole('button', { name: `Mover ${title}` })
  /** The rows: depth, digit, title. */
  const rows = () =>
    dialog
      .locator('.twig[data-row]')
      .evaluateAll((all) =>
        all.map(
          (row) =>
            `${'·'.repeat(Number(getComputedStyle(row).getPropertyValue('--level')))}${row.querySelector('.digit')?.textContent} ${row.querySelector('b')?.textContent}`,
        ),
      )

  // A greeting, with the contact's name as a chip.
  await open()
  const greeting = dialog.getByRole('textbox', { name: 'Saudação' })
  await greeting.click()
  await page.keyboard.type('Olá, ')
  await dialog.getByRole('button', { name: 'primeiro nome', exact: true }).first().click()
  await page.keyboard.type('!')
  const phone = dialog.getByRole('region', { name: 'Conversa com o bot' })
  await phone.getByText('Olá, Helena!').waitFor()

  await dialog.getByRole('tab', { name: 'Bot' }).click()
  await dialog.getByRole('button', { name: 'Modelos' }).click()
  await page.getByRole('menuitem', { name: 'Comercial' }).click()
  expect(await rows()).toEqual(['1 Produtos', '2 Preços e pagamento', '3 Prazo e entrega', '4 Falar com uma pessoa'])

  // By keyboard: the option keeps the focus wherever it moves.
  await grip('Prazo e entrega').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  await dialog.getByText('Prazo e entrega é agora a opção 1.').waitFor({ state: 'attached' })
  await grip('Preços e pagamento').focus()
  await page.keyboard.press('Alt+ArrowRight')
  expect(await rows()).toEqual(['1 Prazo e entrega', '2 Produtos', '·1 Preços e pagamento', '3 Falar com uma pessoa'])
  expect(await grip('Preços e pagamento').evaluate((button) => button === document.activeElement)).toBe(true)

  // By mouse: the last one is dragged to the front.
  const [from, to] = [await grip('Falar com uma pessoa').boundingBox(), await grip('Prazo e entrega').boundingBox()]
  if (!from || !to) throw new Error('the rows have no place')
  await page.mouse.move(from.x + 10, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(from.x + 10, from.y - 10, { steps: 4 })
  await page.mouse.move(to.x + 10, to.y - 6, { steps: 8 })
  await dialog.locator('.twig-drop').waitFor({ state: 'attached' })
  await page.mouse.up()
  await dialog.getByText('Falar com uma pessoa é agora a opção 1.').waitFor({ state: 'attached' })

  // The phone preview shows edits at once.
  await grip('Produtos').press('Enter')
  await dialog.getByLabel('Título').fill('Catálogo')
  await page.keyboard.press('Enter')
  const say = async (text: string) => {
    await dialog.getByRole('textbox', { name: 'Mensagem do cliente' }).fill(text)
    await page.keyboard.press('Enter')
  }
  await say('quero ver o catálogo')
  await phone.getByText('entendido como 3, Catálogo').waitFor()
  await dialog.locator('.twig[data-here]').getByText('o bot está aqui').waitFor()
  expect(await dialog.locator('.twig[data-here] b').textContent()).toBe('Catálogo')
  await say('0')
  await say('1')
  await phone.getByText('espera por uma pessoa em Pós-venda').waitFor()

  // An incomplete option blocks saving, and says what is missing.
  await dialog.getByRole('button', { name: 'Opção', exact: true }).click()
  await dialog.getByLabel('Título').fill('Garantia')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await dialog.getByRole('alert').getByText('Opção não salva, preencha todos os dados.').waitFor()
  await dialog.getByRole('textbox', { name: 'Mensagem', exact: true }).fill('São 12 meses.')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await dialog.waitFor({ state: 'detached' })
  const row = page.getByRole('row').filter({ has: page.getByRole('cell', { name: /^Pós-venda #/ }) })
  await row.getByText('5 opções').waitFor()

  await page.reload()
  await openBot()
  const saved = ['1 Falar com uma pessoa', '2 Prazo e entrega', '3 Catálogo', '·1 Preços e pagamento', '4 Garantia']
  expect(await rows()).toEqual(saved)
  await phone.getByText('Olá, Helena!').waitFor()

  // Undoing a deletion restores its place.
  await dialog.getByRole('button', { name: 'Excluir Prazo e entrega' }).click()
  expect(await rows()).toEqual(['1 Falar com uma pessoa', '2 Catálogo', '·1 Preços e pagamento', '3 Garantia'])
  await page.getByRole('button', { name: 'Desfazer' }).click()
  expect(await rows()).toEqual(saved)

  // Unsaved changes ask for confirmation.
  await dialog.getByRole('button', { name: 'Excluir Garantia' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog', { name: 'Descartar as alterações?' }).waitFor()
  await page.getByRole('button', { name: 'Descartar' }).click()
  await dialog.waitFor({ state: 'detached' })
  await row.getByText('5 opções').waitFor()

  // The queues themselves can be reordered.
  const names = () => page.locator('tbody .queue').allTextContents()
  expect((await names())[0]).toBe('Vendas')
  await page.getByRole('button', { name: 'Mover Vendas' }).press('Alt+ArrowDown')
  await page.getByText('Vendas está agora em 2º lugar.').waitFor({ state: 'attached' })
  await page.reload()
  await row.waitFor()
  expect((await names()).slice(0, 2)).toEqual(['Pós-venda', 'Vendas'])
})
