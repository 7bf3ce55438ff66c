/** A company with a local mail server. */
import type { Email, EmailDetails, EmailPage } from '../../src/features/email/contract'
import type { LocalMail } from '../../src/platform/smtp-settings'
import type { Mailbox, MailboxOptions } from '../../src/simulator/mail/mailbox'
import type { Attendant } from '../support/company-world'
import { doJob } from '../support/jobs'
import { mailbox } from '../support/mailbox'
import { type World, world } from '../support/world'

export const SERVER = { host: 'smtp.loja.example', port: 587 }
export const reaching = ({ host, port }: Pick<Mailbox, 'host' | 'port'>): LocalMail => ({
  ...SERVER,
  at: { host, port },
})

export async function emailWorld(options: MailboxOptions = {}) {
  const box = await mailbox(options)
  const w = world({ localMail: reaching(box) })
  const admin = w.admin()
  await setServer(admin)
  return { box, w, admin, ana: w.attendant([], { name: 'Ana' }), run: () => runSender(w) }
}

export async function setServer(admin: Attendant, server = `${SERVER.host}:${SERVER.port}`) {
  await admin.json('/api/settings/smtpauth', 'PUT', { value: server })
  await admin.json('/api/settings/usersmtpauth', 'PUT', { value: 'vendas@loja.example' })
}

/** Runs until nothing is due. */
export async function runSender(w: Pick<World, 'server' | 'cx'>) {
  while ((await doJob(w, 'email.send')) === true);
}

export const letter = { email: 'maria@casa.example', assunto: 'Boleto', mensagem: 'Bom dia!' }

type Path = 'enviados' | 'agendados'
export async function listed(who: Attendant, path: Path, query = ''): Promise<EmailPage> {
  return (await (await who.request(`/api/listar-emails-${path}${query}`)).json()) as EmailPage // the answer of its route
}

export async function send(who: Attendant, change: Record<string, unknown> = {}, path = 'enviar-email') {
  const answer = await who.json(`/api/${path}`, 'POST', { ...letter, ...change })
  return (await answer.json()) as Email & { error?: string; details?: unknown } // the answer of its route
}

export async function details(who: Attendant, id: number): Promise<EmailDetails> {
  return (await (await who.request(`/api/emails/${id}`)).json()) as EmailDetails // the answer of its route
}

export async function act(who: Attendant, id: number, action: string, body: unknown = {}) {
  const answer = await who.json(`/api/emails/${id}/${action}`, 'POST', body)
  return (await answer.json()) as EmailDetails & { error?: string } // the answer of its route
}

export const states = async (who: Attendant, id: number) =>
  Object.fromEntries((await details(who, id)).to.map(({ email, state, failure }) => [email, failure ?? state]))
