/** Writing an e-mail: formatting, pasting, a template, the signature, from a conversation. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import type { InferOutput } from 'valibot'
import type { ContactEmails } from '../../src/features/email/contract'
import { RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, enter } = await stage()
const CUSTOMER = 'João Pedro Sant’Anna'

type Mail = {
  readonly subject: string
  readonly to: readonly string[]
  readonly text: string
  readonly html: string | null
}
async function arrived(subject: string): Promise<Mail> {
  const rafael = await demo.signIn(RAFAEL.email)
  for (;;) {
    const { mails } = await rafael.demand<{ mails: Mail[] }>('GET', '/simulator/mails')
    const found = mails.find((one) => one.subject === subject)
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

const message = (page: Page) => page.getByRole('textbox', { name: 'Mensagem' })

const paste = (page: Page, html: string) =>
  message(page).evaluate((box, html) => {
    const data = new DataTransfer()
    data.setData('text/html', html)
    data.setData('text/plain', 'x')
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, html)

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
  const { text, html } = await arrived('Prazo da sala')
  expect(text.trim()).toBe(
    'Bom dia, veja loja.example/sala\n\n- linho\n- couro\n\nfim nada\n\n-- \nRafael Nogueira\nCasa Aurora Móveis',
  )
  expect(html).toContain('<strong>Bom dia</strong>')
  expect(html).toContain('<a href="https://loja.example/sala">')
  expect(html).not.toMatch(/script|onerror|<img|mso-/)
  expect(await page.title()).not.toBe('hacked')

  await page
    .getByRole('row', { name: /Prazo da sala/ })
    .getByRole('button', { name: /^Prazo/ })
    .click()
  const pane = page.getByRole('complementary', { name: 'Prazo da sala' })
  await pane.getByRole('listitem').filter({ hasText: 'couro' }).waitFor()
  await pane.getByText('Casa Aurora Móveis').waitFor()
})

test('begins with a template in a conversation, and stands in its log and in the contact’s pane', async () => {
  const rafael = await demo.signIn(RAFAEL.email)
  const page = await enter(RAFAEL.email)
  const { open, chat } = desk(page)
  await open(CUSTOMER)
  const uuid = new URL(page.url()).pathname.split('/').at(-1)
  const { contactId } = await rafael.demand<{ contactId: number }>('GET', `/tickets/u/${uuid}`)
  await rafael.demand('PUT', `/contacts/${contactId}`, { email: 'joao.pedro@correio.example' })
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
  const { to, text } = await arrived('Segunda via do boleto, João')
  expect(to).toEqual(['joao.pedro@correio.example'])
  expect(text).toMatch(/, João!/)
  expect(text).not.toContain('Casa Aurora')
  const { emails } = await rafael.demand<InferOutput<typeof ContactEmails>>('GET', `/emails/contacts/${contactId}`)
  expect(emails.map(({ subject }) => subject)).toEqual(['Segunda via do boleto, João'])
  const pane = page.getByRole('complementary', { name: 'Dados do contato' })
  if (!(await pane.isVisible())) await page.keyboard.press('i')
  await page.getByText('E-mail enviado').first().waitFor()
})
