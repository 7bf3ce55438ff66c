/** A local mail server that stops with the test. */
import { operatorSmtp, type SmtpSettings } from '../../src/platform/smtp-settings'
import { type Mailbox, type MailboxOptions, startMailbox } from '../../src/simulator/mail/mailbox'
import { afterEachTest } from './after-each'

const open: Mailbox[] = []

afterEachTest(async () => {
  for (const box of open.splice(0)) await box.stop()
})

export async function mailbox(options: MailboxOptions = {}): Promise<Mailbox> {
  const box = await startMailbox(options)
  open.push(box)
  return box
}

/** The installation's settings for it. */
export function mailThrough({ url }: Mailbox, from = 'Balcão <atende@balcao.example>'): SmtpSettings {
  const settings = operatorSmtp(url, from)
  if (!settings) throw new Error(`${url} is no mail server`)
  return settings
}
