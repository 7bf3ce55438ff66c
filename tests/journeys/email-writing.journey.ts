/** Writing an e-mail: formatting, pasting, a template, the signature, from a conversation. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import type { InferOutput } from 'valibot'
import type { ContactEmails, EmailDetails, EmailPage } from '../../src/features/email/contract'
import { until } from '../survival/support/until'
import { RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, enter } = await stage()
const CUSTOMER = 'João Pedro Sant’Anna'

type Mail = {
  readonly subject: string
  readonly to: readonly string[]
  readonly text: string
}
type Api = Awaited<ReturnType<typeof demo.signIn>>

async function arrived(api: Api, subject: string): Promise<Mail | undefined> {
  const find = async () => {
    const { mails } = await api.demand<{ mails: Mail[] }>('GET', '/simulator/mails')
    return mails.find((one) => one.subject === subject)
  }
  await until(async () => (await find()) !== undefined)
  return find()
}

const message = (page: Page) => page.getByRole('textbox', { name: 'Mensagem' })

const paste = (page: Page, html: string) =>
  message(page).evaluate((box, html) => {
    const data = new DataTransfer()
    data.setData('text/html', html)
    data.setData('text/plain', 'x')
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, html)

// A second session ends the first, so the API is asked before and after the page.

test('is formatted by keyboard, keeps only formatting of what is pasted, and leaves with the signature', async () => {
  const page = await enter(RAFAEL.email, { at: '/Email' })
  await page.getByLabel('Acrescentar endereço').fill('ana@correio.example')
  await page.getByLabel('Acrescentar endereço').press('Enter')
  await page.getByRole('textbox', { name: 'Assunto' }).fill('Prazo da sala')
  await message(page).click()
  await page.keyboard.press('Control+b')
  await page.keyboard.type('Bom dia')
  await page.keyboard.press('Control+b')
  await page.keyboard.type(', veja ')
  await page.keyboard.press('Control+k')
  await page.getByLabel('Endereço do link').fill('loja.example/sala')
  await page.keyboard.press('Enter')
  await message(page).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await paste(
    page,
    `<style>p{color:red}</style><p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·</span>linho</p>
     <p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·</span>couro <img src="x" onerror="document.title='hacked'"></p>
     <p>fim<script>document.title='hacked'</script> <a href="javascript:document.title='hacked'">nada</a></p>`,
  )
  await message(page).getByText('couro').waitFor()
  await page.getByRole('checkbox', { name: 'Assinatura de e-mail' }).and(page.locator(':checked')).waitFor()
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()

  const row = page.getByRole('row', { name: /Prazo da sala/ })
  await row.getByRole('button', { name: /^Prazo/ }).click()
  const pane = page.getByRole('complementary', { name: 'Prazo da sala' })
  await pane.getByRole('listitem').filter({ hasText: 'couro' }).waitFor()
  await pane.getByText('Casa Aurora Móveis').waitFor()
  expect(await page.title()).not.toBe('hacked')

  const api = await demo.signIn(RAFAEL.email)
  const mail = await arrived(api, 'Prazo da sala')
  expect(mail?.text.trim()).toBe(
    'Bom dia, veja loja.example/sala\n\n- linho\n- couro\n\nfim nada\n\n-- \nRafael Nogueira\nCasa Aurora Móveis',
  )
  const { emails } = await api.demand<EmailPage>('GET', '/listar-emails-enviados?searchParam=prazo da sala')
  const { html } = await api.demand<EmailDetails>('GET', `/emails/${emails[0]?.id}`)
  expect(html).toStartWith('<p><strong>Bom dia</strong>, veja <a href="https://loja.example/sala">')
  expect(html).not.toMatch(/script|onerror|<img|mso-/)
})

test('begins with a template in a conversation, and stands in its log and in the contact’s pane', async () => {
  const before = await demo.signIn(RAFAEL.email)
  const { contacts } = await before.demand<{ contacts: { id: number; name: string }[] }>(
    'GET',
    `/contacts?searchParam=${encodeURIComponent('João Pedro')}`,
  )
  const contactId = contacts.find(({ name }) => name === CUSTOMER)?.id ?? 0
  await before.demand('PUT', `/contacts/${contactId}`, { email: 'joao.pedro@correio.example' })

  const page = await enter(RAFAEL.email)
  const { open, chat } = desk(page)
  await open(CUSTOMER)
  await chat.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Enviar e-mail' }).click()
  await page.getByText('joao.pedro@correio.example').first().waitFor()
  await page.getByText(`Sobre ${CUSTOMER}`).waitFor()
  await page.getByRole('button', { name: 'Usar um modelo' }).click()
  await page.getByRole('combobox', { name: 'Buscar modelo' }).fill('boleto')
  await page.getByRole('option', { name: /Segunda via do boleto/ }).click()
  await message(page).getByText('segunda via do boleto').waitFor()
  await page.getByRole('checkbox', { name: 'Assinatura de e-mail' }).uncheck()
  await message(page).press('Control+Enter')
  await chat.waitFor() // back in the conversation

  const after = await demo.signIn(RAFAEL.email)
  const mail = await arrived(after, 'Segunda via do boleto, João')
  expect(mail?.to).toEqual(['joao.pedro@correio.example'])
  expect(mail?.text).toMatch(/, João!/)
  expect(mail?.text).not.toContain('Casa Aurora')
  const { emails } = await after.demand<InferOutput<typeof ContactEmails>>('GET', `/emails/contacts/${contactId}`)
  expect(emails.map(({ subject }) => subject)).toEqual(['Segunda via do boleto, João'])
})
