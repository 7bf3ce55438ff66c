import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { CAMILA, RAFAEL } from '../support/demo'
import { desk } from '../support/desk'
import { stage } from '../support/stage'

const { demo, enter } = await stage()
const CUSTOMER = 'João Pedro Sant’Anna'

beforeAll(async () => {
  const admin = await demo.signIn(RAFAEL.email)
  const { id } = await admin.accept(await admin.ticketOf(CUSTOMER))
  await admin.demand('PUT', `/tickets/${id}`, { status: 'closed' })
})

test('the desk’s address restores its list, also for a colleague; “back” closes the conversation and keeps the list', async () => {
  const page = await enter(CAMILA.email)
  const { list, open, row } = desk(page)
  await list.getByRole('tab', { name: 'Resolvidos' }).click()
  await list.getByRole('searchbox').fill('joão pedro')
  await page.waitForURL((url) => url.searchParams.get('search') === 'joão pedro')
  await open(CUSTOMER)
  await page.getByRole('region', { name: `Conversa com ${CUSTOMER}` }).waitFor()
  const link = page.url()
  expect(new URL(link).searchParams.get('tab')).toBe('search')
  const isSame = async (who: Page) => {
    await who.getByRole('tab', { name: 'Busca', selected: true }).waitFor()
    expect(await desk(who).list.getByRole('searchbox').inputValue()).toBe('joão pedro')
    await desk(who).row(CUSTOMER).first().waitFor()
  }
  await page.reload()
  await isSame(page)
  await page.goBack()
  expect(new URL(page.url()).pathname).toBe('/tickets')
  await isSame(page)
  await list.getByRole('tab', { name: /^Abertos/ }).click()
  await row(CUSTOMER).first().waitFor({ state: 'detached' })

  const rafael = await enter(RAFAEL.email)
  await rafael.goto(link)
  await isSame(rafael)
})
