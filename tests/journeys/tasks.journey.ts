import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { until } from '../survival/support/until'
import { otherPage } from './support/browser'
import { CAMILA, RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, enter } = await stage()

/** Waits in the queue Vendas, of which Camila is a member. */
const CUSTOMER = 'João Pedro Sant’Anna'

type Task = { id: number; text: string }

/** A user has one session: the API prepares data before the browser signs in, and a second window is a tab. */
async function begin(texts: readonly string[]): Promise<Page> {
  const api = await demo.signIn(RAFAEL.email)
  for (const { id } of await api.demand<Task[]>('GET', '/tasks')) await api.demand('DELETE', `/tasks/${id}`)
  if (texts.length > 0) await api.demand('POST', '/tasks/several', { tasks: texts.map((text) => ({ text })) })
  return enter(RAFAEL.email, { at: '/todolist' })
}
const shown = (where: Page) => where.locator('.task-text b').allTextContents()

test('tasks are written, ordered, described, completed and deleted by keyboard, and follow in another tab', async () => {
  const page = await begin([])
  const other = await otherPage(page)
  await other.goto(`${demo.url}/todolist`)
  await other.getByText('Nada por fazer').waitFor()
  const both = async (texts: readonly string[]) => {
    for (const where of [page, other]) await until(async () => (await shown(where)).join('|') === texts.join('|'))
  }
  await page.getByText('Nada por fazer').waitFor()

  // Enter adds and keeps the focus; Shift and Enter opens the description.
  await page.keyboard.press('n')
  await page.keyboard.type('   ')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Medir a sala')
  await page.keyboard.press('Enter')
  await both(['Medir a sala'])
  await page.keyboard.type('Ligar para a fábrica')
  await page.keyboard.press('Shift+Enter')
  await page.getByRole('textbox', { name: 'Descrição' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Lote 0925')
  await page.keyboard.press('Escape')
  await both(['Ligar para a fábrica', 'Medir a sala'])
  await other.getByText('Lote 0925').waitFor()

  // A pasted list becomes one task per line.
  await page.keyboard.press('n')
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', '- Varrer\n- Lavar\n\n- Secar')
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })
  await both(['Varrer', 'Lavar', 'Secar', 'Ligar para a fábrica', 'Medir a sala'])

  // Arrows move the focus, Alt and arrows the task.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Alt+ArrowDown')
  await both(['Lavar', 'Varrer', 'Secar', 'Ligar para a fábrica', 'Medir a sala'])
  await page.keyboard.press('Alt+ArrowDown')
  await both(['Lavar', 'Secar', 'Varrer', 'Ligar para a fábrica', 'Medir a sala'])
  expect(await page.locator(':focus').textContent()).toBe('Varrer')

  // The row opens in place, and saves automatically.
  await page.keyboard.press('Enter')
  await page.keyboard.type(' a loja')
  await page.keyboard.press('Enter')
  await both(['Lavar', 'Secar', 'Varrer a loja', 'Ligar para a fábrica', 'Medir a sala'])
  await until(async () => (await page.locator(':focus').textContent()) === 'Varrer a loja')

  // A blank text is refused, and the stored one stays.
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Backspace')
  await page.getByText('Escreva a tarefa: em branco ela não é salva.').waitFor()
  await page.keyboard.press('Escape')
  await both(['Lavar', 'Secar', 'Varrer a loja', 'Ligar para a fábrica', 'Medir a sala'])

  // Space completes and moves the focus on; Z undoes it.
  await page.keyboard.press('Space')
  await both(['Lavar', 'Secar', 'Ligar para a fábrica', 'Medir a sala', 'Varrer a loja'])
  await until(async () => (await page.locator(':focus b').textContent()) === 'Ligar para a fábrica')
  await page.getByRole('button', { name: 'Feitas hoje 1' }).waitFor()
  await page.keyboard.press('z')
  await both(['Lavar', 'Secar', 'Varrer a loja', 'Ligar para a fábrica', 'Medir a sala'])

  // Deleting can be undone too; otherwise leaving the page deletes it.
  await page.keyboard.press('Delete')
  await until(async () => !(await shown(page)).includes('Ligar para a fábrica'))
  await page.keyboard.press('z')
  await until(async () => (await shown(page)).includes('Ligar para a fábrica'))
  await page.getByRole('button', { name: 'Lavar', exact: true }).focus()
  await page.keyboard.press('Delete')
  await until(async () => !(await shown(page)).includes('Lavar'))
  await page.goto(`${demo.url}/Calendario`)
  await until(async () => !(await shown(other)).includes('Lavar'))
})

test('a task is dragged to another position by mouse', async () => {
  const page = await begin(['Um', 'Dois', 'Três'])
  const row = (text: string) => page.locator('.task', { hasText: text })
  await row('Um').hover()
  const grip = await row('Um').locator('.grip').boundingBox()
  const last = await row('Três').boundingBox()
  if (!grip || !last) throw new Error('a row is not in view')
  await page.mouse.move(grip.x + 8, grip.y + 8)
  await page.mouse.down()
  await page.mouse.move(grip.x + 20, last.y, { steps: 6 })
  await page.mouse.move(grip.x + 20, last.y + last.height - 4, { steps: 6 })
  await page.locator('.task-drop').waitFor({ state: 'attached' })
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.mouse.up()
  expect((await saved).ok()).toBe(true)
  await page.reload()
  await until(async () => (await shown(page)).join() === 'Dois,Três,Um')
})

test('a task with a date is given to a colleague from a conversation, and stands in both lists', async () => {
  const page = await begin([])
  const { open, chat } = desk(page)
  await page.goto(`${demo.url}/tickets`)
  await open(CUSTOMER)
  await chat.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Nova tarefa' }).click()
  const form = page.getByRole('dialog', { name: 'Nova tarefa' })
  await form.getByLabel('Tarefa', { exact: true }).fill('Medir a porta')
  await form.getByRole('button', { name: 'Amanhã às 9h' }).click()
  await form.getByLabel('Quem faz').selectOption({ label: CAMILA.name })
  await form.getByText(CUSTOMER).waitFor()
  await form.getByRole('button', { name: 'Criar tarefa' }).click()
  await form.waitFor({ state: 'detached' })

  const camila = await enter(CAMILA.email, { at: '/todolist' })
  const theirs = camila
    .getByRole('list', { name: 'Suas tarefas' })
    .getByRole('listitem')
    .filter({ hasText: 'Medir a porta' })
  await theirs.getByText('amanhã, 09:00').waitFor()
  await theirs.getByText(`pedida por ${RAFAEL.name}`).waitFor()
  await theirs.getByText(CUSTOMER).waitFor()

  await page.goto(`${demo.url}/todolist`)
  await page.getByRole('button', { name: /^Com colegas/ }).click()
  const given = page.getByRole('listitem').filter({ hasText: 'Medir a porta' })
  await given.getByText(`com ${CAMILA.name}`).waitFor()
  await theirs.getByRole('checkbox').click()
  await page.getByRole('region', { name: 'Feitas' }).getByText('Medir a porta').waitFor()
})
