import { expect, test } from 'bun:test'
import { until } from '../survival/support/until'
import { CAMILA, COMPANY, RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, enter } = await stage()
/** Waits in the queue Vendas, which Camila serves. */
const CUSTOMER = 'João Pedro Sant’Anna'

test('messages are edited, reacted to and deleted on both sides, and an admin reads a deleted one', async () => {
  const boss = await demo.signIn(RAFAEL.email)
  await boss.link()
  const { contact, uuid } = await boss.ticketOf(CUSTOMER)
  const phone = contact.number ?? ''
  const last = async () => (await boss.phones.chat(phone)).at(-1)
  const page = await enter(CAMILA.email)
  const { waiting, attending, row, accept, say, bubble, tick, box } = desk(page)
  await waiting()
  await accept(CUSTOMER)

  // Ours is edited by keyboard, and its history shows the earlier text.
  await say('Chega na quarta-fera.')
  await tick('Chega na quarta-fera.', 'Entregue').or(tick('Chega na quarta-fera.', 'Lida')).first().waitFor()
  await bubble('Chega na quarta-fera.').getByRole('button', { name: 'Ações da mensagem' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Editar' }).press('Enter')
  // The cursor is at the end.
  await page.waitForFunction(() => document.activeElement?.id === 'composer')
  await page.keyboard.type('!')
  expect(await page.locator('#composer').inputValue()).toEndWith('!')
  await page.getByRole('textbox', { name: 'Editando mensagem' }).fill('Chega na quarta-feira.')
  await page.keyboard.press('Enter')
  await until(async () => (await last())?.text === 'Chega na quarta-feira.')
  await bubble('Chega na quarta-feira.').getByRole('button', { name: 'editada' }).click()
  await page.getByText('Chega na quarta-fera.').waitFor()
  await page.keyboard.press('Escape')

  // We react to theirs; they react to ours.
  const answered = await boss.phones.say(phone, 'Que bom!')
  const theirs = answered.ok ? (answered.id ?? '') : ''
  await bubble('Que bom!').hover()
  await bubble('Que bom!').getByRole('button', { name: 'Reagir' }).click()
  await page.getByRole('button', { name: 'Reagir com ❤️' }).click()
  await bubble('Que bom!').getByRole('button', { name: /^❤️/ }).waitFor()
  await until(async () => (await last())?.reactions[0]?.emoji === '❤️')
  const ours = (await boss.phones.chat(phone)).at(-2)?.id ?? ''
  await boss.phones.run({ do: 'react', from: phone, chat: COMPANY, id: ours, emoji: '👍' })
  await bubble('Chega na quarta-feira.').getByRole('button', { name: /^👍/ }).waitFor()

  // Ours is deleted for everyone, after a confirmation that says what happens.
  await bubble('Chega na quarta-feira.').hover()
  await bubble('Chega na quarta-feira.').getByRole('button', { name: 'Ações da mensagem' }).click()
  await page.getByRole('menuitem', { name: 'Apagar' }).click()
  await page.getByRole('alertdialog').getByText('Aqui continua visível que foi apagada.').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Apagar para todos' }).click()
  await page.getByText('Mensagem apagada').first().waitFor()
  await until(() => box.evaluate((element) => element === document.activeElement), { every: 20 })
  await until(async () => (await boss.phones.chat(phone)).find((one) => one.id === ours)?.revoked)

  // Theirs too; conversation and list say so, and a user who is no admin cannot read it.
  await boss.phones.run({ do: 'revoke', from: phone, chat: COMPANY, id: theirs })
  await page.getByText(/apagou esta mensagem/).waitFor()
  await attending()
  await row(CUSTOMER).getByText('Mensagem apagada').waitFor()
  expect(await page.getByRole('button', { name: 'Ver o que dizia' }).count()).toBe(0)
  expect(await bubble('Que bom!').count()).toBe(0)

  const office = await enter(RAFAEL.email, { at: `/tickets/${uuid}` })
  await office.getByRole('button', { name: 'Ver o que dizia' }).last().click()
  await office.getByText('Que bom!').waitFor()
})
