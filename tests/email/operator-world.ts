/** Two companies whose answers arrive in the operator's mailbox. */
import type { Attendant } from '../support/company-world'
import { imapServer } from '../support/imap-server'
import { runJob } from '../support/jobs'
import { mailbox } from '../support/mailbox'
import { type WorldOptions, world } from '../support/world'
import { type Answering, answerTo, chosen, headerOf } from './answers-world'
import { reaching, send, setServer } from './support'

export const ADDRESS = 'respostas@operador.example'

export async function operatorWorld(address = ADDRESS) {
  const box = await mailbox()
  const imap = await imapServer({ user: 'respostas', password: 'segredo' })
  const options: WorldOptions = {
    localMail: reaching(box),
    environment: { answersUrl: `imap://respostas:segredo@127.0.0.1:${imap.port}`, answersAddress: address },
  }
  const w = world(options)
  const other = w.company('Padaria Sol')
  const companies = [w, other]
  const people: Attendant[] = []
  for (const company of companies) {
    const admin = company.admin()
    await setServer(admin)
    await admin.json('/api/emails/mailbox', 'PUT', {
      ...chosen,
      way: 'operator',
      host: '',
      user: '',
      password: undefined,
    })
    people.push(admin)
  }
  const sentBy = async (at: number) => {
    const person = people[at]
    if (!person) throw new Error('no such company')
    const { id } = await send(person)
    await runJob(w.server, 'email.send')
    const [mail] = box.mails()
    if (!mail) throw new Error('nothing was sent')
    return { id, person, mail, replyTo: headerOf(mail, 'reply-to') }
  }
  const read = () => runJob(w.server, 'email.operatorAnswers')
  const answer = (sent: Awaited<ReturnType<typeof sentBy>>, change: Answering = {}) =>
    imap.put(answerTo(sent.mail, { refers: false, to: sent.replyTo, ...change }))
  return { w, other, options, imap, people, sentBy, read, answer }
}
