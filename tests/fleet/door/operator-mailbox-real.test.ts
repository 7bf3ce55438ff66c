/** The operator's mailbox, with nodes as `main.ts` starts them and real servers of the log. */
import { expect, test } from 'bun:test'
import { tagOf } from '../../../src/features/email/answers/addressing'
import type { EmailThread } from '../../../src/features/email/answers/contract'
import { readOperatorAnswers } from '../../../src/features/email/answers/operator'
import type { OperatorKey } from '../../../src/settings/operator/contract'
import { imapServer } from '../../support/imap-server'
import { until } from '../../survival/support/until'
import { openTwo, signIn } from './support/two-nodes'

const TEXT = 'Segue o comprovante.'
const FILE = 'PAGO 120,00'

const answerOf = (to: string, id: string) => `From: Maria <maria@casa.example>
To: ${to}
Subject: Re: Boleto
Message-ID: <${id}@casa.example>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="b"

--b
Content-Type: text/plain; charset=utf-8

${TEXT}
--b
Content-Type: text/plain; name="comprovante.txt"
Content-Disposition: attachment; filename="comprovante.txt"

${FILE}
--b--
`

test('an answer with a file comes once to a company of another node, also when that node dies', async () => {
  const imap = await imapServer({ user: 'respostas', password: 'segredo' })
  const token = crypto.randomUUID()
  const { a, b, child, uuid, companyId, email, ownerNow } = await openTwo((bakery, w) => {
    bakery.rows(
      `INSERT INTO emails (user_id, token, subject, message, words, state, send_at, created_at, updated_at)
       SELECT min(id), ?, 'Boleto', 'Segue', 'boleto', 'done', 1, 1, 1 FROM users RETURNING id`,
      token,
    )
    bakery.rows(
      "INSERT INTO email_recipients (email_id, address, state, since) VALUES (1, 'maria@casa.example', 'sent', 1) RETURNING id",
    )
    const settings = new Map<OperatorKey, string>([
      ['answersUrl', `imap://respostas:segredo@127.0.0.1:${imap.port}`],
      ['answersAddress', 'respostas@operador.example'],
    ])
    w.server.operatorSettings.store(w.clock.now(), settings)
  })
  await until(() => ownerNow()?.lag === 0 && ownerNow()?.standby === 'b', { every: 20, within: 30_000 })
  await a.server.fleet?.move(uuid, 'b')
  await until(() => ownerNow()?.owner === 'b' && a.server.fleet?.findMove(uuid) === undefined)
  const to = `respostas+${tagOf({ companyId, token, recipientId: 1 })}@operador.example`
  const read = () => readOperatorAnswers(a.server)
  const { token: session } = await signIn(a.url, email)
  const ask = (url: string, path: string) =>
    fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${session}` } })
  const answers = async (url: string) => ((await (await ask(url, '/emails/1/thread')).json()) as EmailThread).answers

  imap.put(answerOf(to, 'um'), { at: new Date() })
  await read()
  const [first, ...others] = await answers(b.url)
  expect([first?.message, others]).toEqual([TEXT, []])
  const [file] = first?.files ?? []
  const content = await (await ask(a.url, `/emails/answers/${first?.id}/files/${file?.id}`)).text()
  expect(content.trim()).toBe(FILE)

  await until(() => ownerNow()?.isStandbyReady, { within: 30_000 })
  child.kill('SIGKILL')
  imap.put(answerOf(to, 'dois'), { at: new Date() })
  await read()
  await until(() => a.server.fleet?.owns(uuid), { within: 60_000 })
  await until(async () => {
    await read()
    return (await answers(a.url)).length > 1
  })
  await read()
  expect((await answers(a.url)).map(({ message, files }) => [message, files.length])).toEqual([
    [TEXT, 1],
    [TEXT, 1],
  ])
}, 180_000)
