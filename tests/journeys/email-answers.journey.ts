/** An answer to an e-mail comes back through the operator's mailbox, and is answered. */
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { taggedAddress, tagOf } from '../../src/features/email/answers/addressing'
import type { ChangeMailbox } from '../../src/features/email/answers/contract'
import { imapServer } from '../support/imap-server'
import { until } from '../survival/support/until'
import { RAFAEL } from './support/demo'
import { stage } from './support/stage'

const ADDRESS = 'respostas@operador.example'
const imap = await imapServer({ user: 'respostas', password: 'segredo' })
const { demo, enter } = await stage({
  environment: {
    BALCAO_ANSWERS_URL: `imap://respostas:segredo@127.0.0.1:${imap.port}`,
    BALCAO_ANSWERS_ADDRESS: ADDRESS,
  },
})
const shots = process.env.BALCAO_TEST_SHOTS

/** Where the customer answers: the address that the mail names. */
async function addressFor(subject: string): Promise<string> {
  const find = (path: string) => {
    const db = new Database(path, { readonly: true })
    const found = db
      .query('SELECT e.token, r.id FROM emails e JOIN email_recipients r ON r.email_id = e.id WHERE e.subject = ?')
      .get(subject) as { token: string; id: number } | null // the columns are listed
    db.close()
    return found
  }
  const files = [...new Bun.Glob('tenants/*/tenant.db').scanSync({ cwd: demo.data, absolute: true })]
  const row = files.map(find).find((one) => one !== null)
  const tag = tagOf({ companyId: 1, token: row?.token ?? '', recipientId: row?.id ?? 0 })
  return taggedAddress(ADDRESS, tag) ?? ''
}

test('an answer stands beside its e-mail, rings the bell, and is answered in the same conversation', async () => {
  const page = await enter(RAFAEL.email, { at: '/settings?tab=integrations' })
  const card = page.getByRole('region', { name: 'Respostas aos e-mails' })
  await card.getByRole('button', { name: 'Pelo sistema' }).click()
  await card.getByText('operador.example').waitFor()
  await card.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Respostas: configuração salva').waitFor()

  await page.goto(`${demo.url}/Email`)
  const add = page.getByLabel('Acrescentar endereço')
  await add.fill('maria@correio.example')
  await add.press('Enter')
  await page.getByRole('textbox', { name: 'Assunto' }).fill('Prazo da entrega')
  const message = page.getByRole('textbox', { name: 'Mensagem' })
  await message.fill('Bom dia!\n\nPodemos entregar na sexta?')
  await message.press('Control+Enter')
  const row = page.getByRole('row', { name: /Prazo da entrega/ })
  await row.getByText('Enviado', { exact: true }).waitFor()

  const raw = `From: Maria Souza <maria@correio.example>
To: ${await addressFor('Prazo da entrega')}
Subject: Re: Prazo da entrega
Message-ID: <uma@correio.example>
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain; charset=utf-8

Pode sim, obrigada!

Em sex., 20 de nov. de 2026 às 10:00, Casa Aurora <vendas@aurora.example> escreveu:
> Podemos entregar na sexta?
--b
Content-Type: text/plain; name="endereco.txt"
Content-Disposition: attachment; filename="endereco.txt"

Rua das Flores, 10
--b--
`
  imap.put(raw, { at: new Date() })
  const bell = page.getByRole('button', { name: '2 respostas a seus e-mails' }) // the sample has one already
  await bell.waitFor({ timeout: 150_000 })
  await row.getByText('1 resposta não lida').waitFor()
  await bell.click()
  await page.getByRole('button', { name: /Abrir a resposta de Maria Souza/ }).click()
  const pane = page.getByRole('complementary', { name: 'Prazo da entrega' })
  await pane.getByText('Pode sim, obrigada!').waitFor()
  expect(await pane.getByText('> Podemos entregar').isVisible()).toBe(false)
  await pane.getByRole('button', { name: 'Mostrar o que foi repetido' }).click()
  await pane.getByText('> Podemos entregar').waitFor()
  await pane.getByRole('button', { name: /endereco\.txt/ }).waitFor()
  await bell.waitFor({ state: 'hidden' })
  if (shots) await page.screenshot({ path: `${shots}/answer.png` })

  await pane.getByRole('button', { name: 'Responder', exact: true }).click()
  const reply = pane.getByRole('textbox', { name: 'Responder a maria@correio.example' })
  await reply.fill('Combinado, até sexta.')
  await reply.press('Control+Enter')
  await pane.getByText('Combinado, até sexta.').waitFor()
  const rafael = await demo.signIn(RAFAEL.email)
  const mails = () => rafael.demand<{ mails: { to: string[]; subject: string }[] }>('GET', '/simulator/mails')
  await until(async () => (await mails()).mails.some(({ subject }) => subject === 'Re: Prazo da entrega'), {
    every: 200,
  })
})

test('a mailbox of the company is described by what its server says', async () => {
  const page = await enter(RAFAEL.email, { at: '/settings?tab=integrations', theme: 'dark' })
  const card = page.getByRole('region', { name: 'Respostas aos e-mails' })
  await card.getByRole('button', { name: 'Ler a caixa postal' }).click()
  await card.getByLabel('Servidor IMAP').fill('127.0.0.1')
  await card.getByRole('switch', { name: /Entrar como no envio/ }).setChecked(false)
  await card.getByLabel('Usuário').fill('vendas@aurora.example')
  await card.getByLabel('Senha').fill('segredo')
  await card.getByRole('button', { name: 'Testar' }).click()
  await card.getByText('O endereço do servidor não está na internet').waitFor()
  if (shots) await page.screenshot({ path: `${shots}/card-dark.png`, fullPage: true })
  if (shots) {
    const phone = await enter(RAFAEL.email, { at: '/EmailLis', phone: true })
    await phone.getByRole('row').nth(1).waitFor()
    await phone.screenshot({ path: `${shots}/list-phone.png` })
  }
  const rafael = await demo.signIn(RAFAEL.email)
  const { way } = await rafael.demand<ChangeMailbox>('GET', '/emails/mailbox')
  expect(way).toBe('operator') // nothing was saved
})
