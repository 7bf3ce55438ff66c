import { test } from 'bun:test'
import { until } from '../survival/support/until'
import { otherPage } from './support/browser'
import { CAMILA, RAFAEL } from './support/demo'
import { stage } from './support/stage'

const { enter } = await stage()

type Event = { start: string; end: string; concluido: boolean }
const ZONE = 'America/Sao_Paulo'
/** Wednesday of the middle week of next month, where every neighbour is in view. */
function nextMonth(): Temporal.PlainDate {
  const eighth = Temporal.Now.plainDateISO(ZONE).add({ months: 1 }).with({ day: 8 })
  return eighth.add({ days: (10 - eighth.dayOfWeek) % 7 })
}
const at = (day: Temporal.PlainDate, plainTime: string) =>
  day.toZonedDateTime({ timeZone: ZONE, plainTime }).toInstant().toString({ fractionalSecondDigits: 3 })

test('an event is created, dragged, undone, stretched, moved by keyboard, done and deleted, in two tabs', async () => {
  const day = nextMonth()
  const page = await enter(CAMILA.email, { at: `/Calendario?day=${day}` })
  const other = await otherPage(page)
  await other.goto(page.url())
  let saved: Event | undefined
  page.on('response', async (answer) => {
    if (answer.url().includes('/api/eventos') && /POST|PUT/.test(answer.request().method()) && answer.ok())
      saved = (await answer.json()) as Event // the answer of its routes
  })
  const isAt = (start: string, end: string) =>
    until(() => saved?.start === start && saved.end === end, {
      why: () => `${start} to ${end}, it is ${saved?.start} to ${saved?.end}`,
    })

  // Created by a click on a day.
  const cell = page.locator(`[data-date="${day}"]`).first()
  await cell.click()
  const form = page.getByRole('dialog', { name: 'Novo evento' })
  await form.getByRole('button', { name: 'Criar', exact: true }).click()
  await form.getByText('Campo obrigatório').waitFor()
  await form.getByRole('textbox', { name: 'Título' }).fill('Visita à fábrica')
  await form.getByRole('button', { name: 'Criar', exact: true }).click()
  await form.waitFor({ state: 'detached' })
  await isAt(at(day, '09:00'), at(day, '10:00'))
  await other.locator('.calendar-event', { hasText: 'Visita à fábrica' }).waitFor()

  // Dragged to the next day, and undone by key.
  const event = page.locator('.calendar-event', { hasText: 'Visita à fábrica' })
  const drag = async (dx: number, dy: number, meanwhile: () => Promise<void>) => {
    await event.hover() // still, and nothing covers it: a closing dialog does for a moment
    const box = await event.boundingBox()
    if (!box) throw new Error('the event is not in view')
    const [x, y] = [box.x + box.width / 2, box.y + 8]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + dx / 2, y + dy / 2, { steps: 8 })
    await page.mouse.move(x + dx, y + dy, { steps: 8 })
    await meanwhile()
    await page.mouse.up()
  }
  const width = (await cell.boundingBox())?.width ?? 0
  await drag(width, 0, async () => {
    // An event that appears meanwhile does not end the drag.
    const elsewhere = other.locator(`[data-date="${day.add({ days: 7 })}"]`).first()
    await elsewhere.click()
    const form = other.getByRole('dialog', { name: 'Novo evento' })
    await form.getByRole('textbox', { name: 'Título' }).fill('Folga da equipe')
    await form.getByRole('button', { name: 'Criar', exact: true }).click()
    await form.waitFor({ state: 'detached' })
  })
  const next = day.add({ days: 1 })
  await isAt(at(next, '09:00'), at(next, '10:00'))
  await page.locator('.calendar-event', { hasText: 'Folga da equipe' }).waitFor()
  await page.locator('.toast-card', { hasText: 'Visita à fábrica' }).getByRole('button', { name: 'Desfazer' }).waitFor()
  await page.keyboard.press('z')
  await isAt(at(day, '09:00'), at(day, '10:00'))

  // Moved by keyboard with Alt, and its end with Alt and Shift.
  await page.getByRole('button', { name: 'Semana', exact: true }).click()
  await page.locator('.calendar-hour').first().waitFor()
  await event.focus()
  await page.keyboard.press('Alt+ArrowDown')
  await isAt(at(day, '09:30'), at(day, '10:30'))
  await page.locator('.calendar-event:focus').waitFor()
  await page.keyboard.press('Alt+Shift+ArrowDown')
  await isAt(at(day, '09:30'), at(day, '11:00'))

  // Stretched by its edge.
  await event.hover()
  const box = await event.boundingBox()
  if (!box) throw new Error('the event is not in view')
  const [middle, end, slot] = [box.x + box.width / 2, box.y + box.height, box.height / 3]
  await page.mouse.move(middle, end - 2)
  await page.mouse.down()
  await page.mouse.move(middle, end + slot / 2, { steps: 6 })
  await page.mouse.move(middle, end + slot * 1.5, { steps: 6 })
  await page.mouse.up()
  await isAt(at(day, '09:30'), at(day, '12:00'))

  // Set to whole days in its form.
  await event.click()
  await page.getByRole('button', { name: 'Editar' }).click()
  const edit = page.getByRole('dialog', { name: 'Editar evento' })
  await edit.getByRole('switch', { name: 'Dia inteiro' }).check()
  await edit.getByRole('button', { name: 'Salvar' }).click()
  await edit.waitFor({ state: 'detached' })
  await isAt(at(day, '00:00'), at(next, '00:00'))

  // Done, and deleted with an undo.
  await event.click()
  await page.getByRole('button', { name: 'Marcar como feito' }).click()
  await until(async () => saved?.concluido === true)
  await other.locator('.calendar-event s', { hasText: 'Visita à fábrica' }).waitFor()
  await page.getByRole('button', { name: 'Excluir' }).click()
  await event.waitFor({ state: 'detached' })
  await page.keyboard.press('z')
  await event.waitFor()
  await page.reload()
  await event.waitFor()
})

test('the user’s own schedules are shown, cannot be dragged, and lead to their page', async () => {
  const page = await enter(RAFAEL.email, { at: '/Calendario' })
  const reminder = page.locator('.calendar-event:has(.lucide-bell)').first()
  const next = page.getByRole('button', { name: 'Próximo', exact: true })
  // The sample company's schedules are in this month or the next.
  await page.locator('.calendar-event').first().waitFor()
  if ((await reminder.count()) === 0) await next.click()
  await reminder.click()
  await page.getByRole('link', { name: 'Ver em Agendamentos' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Agendamentos', pressed: true }).click()
  await reminder.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Agendamentos', pressed: false }).click()
  await reminder.click()
  await page.getByRole('link', { name: 'Ver em Agendamentos' }).click()
  await page.getByRole('heading', { name: 'Agendamentos' }).waitFor()
  await page.locator('.calendar-event:has(.lucide-bell)').first().waitFor()
})

test('an event repeats, loses one day, and comes back from a file without doubling', async () => {
  const day = nextMonth()
  const page = await enter(CAMILA.email, { at: `/Calendario?day=${day}` })
  await page.locator(`[data-date="${day}"]`).first().click()
  const form = page.getByRole('dialog', { name: 'Novo evento' })
  await form.getByRole('textbox', { name: 'Título' }).fill('Ronda da loja')
  await form.getByRole('combobox', { name: 'Repetir' }).selectOption({ label: 'Todos os dias' })
  await form.getByRole('combobox', { name: 'Lembrar' }).selectOption({ label: '10 min antes' })
  await form.getByRole('button', { name: 'Criar', exact: true }).click()
  await form.waitFor({ state: 'detached' })
  const rounds = page.locator('.calendar-event', { hasText: 'Ronda da loja' })
  await rounds.first().waitFor()
  const before = await rounds.count()

  // One day of it.
  await rounds.first().click()
  await page.getByText('Todos os dias').first().waitFor()
  await page.getByText('10 min antes').waitFor()
  await page.getByRole('button', { name: 'Excluir' }).click()
  await page.getByRole('button', { name: 'Só este dia' }).click()
  await until(async () => (await rounds.count()) === before - 1, { why: () => 'one day less' })
  await page.keyboard.press('z')
  await until(async () => (await rounds.count()) === before, { why: () => 'the day again' })

  // Out and in.
  const more = page.getByRole('button', { name: 'Mais', exact: true })
  await more.click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Exportar o calendário (.ics)' }).click(),
  ])
  await page.locator('input[type="file"][accept*=".ics"]').setInputFiles(await file.path())
  await page.locator('.toast-card', { hasText: 'atualizado' }).waitFor()
  await until(async () => (await rounds.count()) === before, { why: () => 'no doubles' })

  // All of it.
  await rounds.first().click()
  await page.getByRole('button', { name: 'Excluir' }).click()
  await page.getByRole('button', { name: 'Todos', exact: true }).click()
  await until(async () => (await rounds.count()) === 0, { why: () => 'the end of the series' })
})
